/* SPDX-License-Identifier: MIT */
/* emit_type.c: names and types of the device text; records keep the host's layout. */
#include "emit_private.h"

#include <string.h>

void emit_put(struct emitter *em, const char *s)
{
    buf_add(em->out, s);
}

/* A chain of a thousand `else if` is as deep as that. */
void emit_indent(struct emitter *em)
{
    enum { MOST = 20 };
    for (int i = 0; i < em->indent && i < MOST; i++)
        emit_put(em, "    ");
}

void emit_line(struct emitter *em, const char *text)
{
    emit_indent(em);
    emit_put(em, text);
    emit_put(em, "\n");
}

/* ---- names ---- */

/* Words of C++, of CUDA and of this text, each between blanks. */
static const char reserved[] =
    " A G it v R Team alignas alignof and and_eq asm auto bitand bitor bool catch char16_t "
    "char32_t class compl concept const_cast constexpr decltype delete dynamic_cast "
    "explicit export false friend mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires "
    "static_assert static_cast template this thread_local throw true try typeid typename "
    "using virtual wchar_t xor xor_eq threadIdx blockIdx blockDim gridDim warpSize dim3 "
    "float2 float4 double2 int2 int4 ";

const char *emit_decl_name(struct decl *d)
{
    if (d->device_name)
        return d->device_name;
    /* the names with our prefix too, so that no two become the same */
    bool clash = strncmp(d->name, "tcr_", 4) == 0 || strncmp(d->name, "__", 2) == 0 ||
                 strncmp(d->name, "u_", 2) == 0 || strncmp(d->name, "w_", 2) == 0;
    clash |= strstr(reserved, ir_printf(" %s ", d->name)) != NULL;
    const char *plain = ir_plain_name(d->name);
    d->device_name = plain != d->name ? ir_printf("w_%s", plain)
                     : clash          ? ir_printf("u_%s", d->name)
                                      : d->name;
    return d->device_name;
}

const char *emit_member_name(const struct record *rec, const struct field *f)
{
    size_t i = (size_t)(f - rec->fields);
    if (rec->part)
        return f->name;
    const char *plain = ir_plain_name(f->name), *call = shape_is_open(rec, f) ? "()" : "";
    return *f->name ? ir_printf(plain == f->name ? "m_%s%s" : "mw_%s%s", plain, call)
                    : ir_printf("m%zu", i);
}

/* ---- types ---- */

static const char *record_name(struct emitter *em, struct record *rec);

const char *emit_pointee(struct emitter *em, const struct type *flat)
{
    return ir_printf("%s%s", em->p->writes ? "" : "const ",
                     flat->kind == TYPE_VOID ? "unsigned char" : emit_type(em, flat));
}

/* A type without arrays; pointers point to device memory. */
const char *emit_type(struct emitter *em, const struct type *t)
{
    switch (t->kind) {
    case TYPE_VOID:
        return "void";
    case TYPE_SCALAR:
        return scalar_of(t->scalar)->device;
    case TYPE_POINTER:
        return ir_printf("tcr_ptr<%s>", emit_pointee(em, type_flat_element(t->of)));
    case TYPE_RECORD:
        if (type_is_complex(t))
            return ir_printf("tcr_complex<%s>", emit_type(em, t->record->part));
        return record_name(em, t->record);
    default: /* device_check.c */
        return "void";
    }
}

static void pad(struct buf *out, int *n, long long bytes)
{
    if (bytes > 0)
        buf_printf(out, "    unsigned char pad%d[%lld];\n", (*n)++, bytes);
}

static void dimensions(struct buf *out, const struct type *t)
{
    for (; t->kind == TYPE_ARRAY; t = t->of)
        buf_printf(out, "[%lld]", t->count);
}

/* Pointers inside of records are the host's and of no use on the device. */
static const char *member_type(struct emitter *em, const struct type *flat)
{
    return flat->kind == TYPE_POINTER ? "unsigned long long" : emit_type(em, flat);
}

static bool has_bit_fields(const struct record *rec)
{
    for (size_t i = 0; i < rec->n_fields; i++)
        if (rec->fields[i].bits >= 0)
            return true;
    return false;
}

/* C++ has no arrays without a size: a function says where this one begins, in what is read and in
 * what is written. */
static void open_member(struct emitter *em, const struct record *rec, const struct field *f,
                        struct buf *out)
{
    const char *type = member_type(em, type_flat_element(f->type));
    static const char *const qualifiers[] = {"", "const "};
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        buf_printf(out, "    TCR_DEVICE %s%s *%s %s{ return (%s%s *)((%schar *)this + %lld); }\n",
                   qualifiers[i], type, emit_member_name(rec, f), qualifiers[i], qualifiers[i],
                   type, qualifiers[i], f->bit_offset / 8);
}

static const char *record_name(struct emitter *em, struct record *rec)
{
    const char *name = *rec->tag
                           ? ir_printf("tcr_r%d_%s_%d", em->r->id, ir_plain_name(rec->tag), rec->id)
                           : ir_printf("tcr_r%d_record_%d", em->r->id, rec->id);
    for (size_t i = 0; i < em->n_records; i++)
        if (em->records[i] == rec)
            return name;
    IR_PUSH(em->records, em->n_records, rec);
    struct buf text = {0};
    int pads = 0;
    long long at = 0;
    const bool named = !has_bit_fields(rec); /* else its bytes must be some member's */
    buf_printf(&text, "%s alignas(%zu) %s {\n", rec->is_union ? "union" : "struct", rec->align,
               name);
    if (rec->is_union) /* first, so that {} sets all bytes */
        pad(&text, &pads, (long long)rec->size);
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        long long offset = f->bit_offset / 8;
        if (shape_is_open(rec, f))
            open_member(em, rec, f, &text);
        if (!shape_has_member(f))
            continue;
        struct type *flat = type_flat_element(f->type);
        size_t align = shape_align(f);
        const char *type = member_type(em, flat);
        if (!rec->is_union)
            pad(&text, &pads, offset - (named ? shape_round_up(at, align) : at));
        buf_printf(&text, "    %s %s", type, emit_member_name(rec, f));
        dimensions(&text, f->type);
        buf_add(&text, ";\n");
        at = offset + f->type->size;
    }
    if (!rec->is_union)
        pad(&text, &pads, (long long)rec->size - (named ? shape_round_up(at, rec->align) : at));
    buf_printf(&text, "};\nstatic_assert(sizeof(%s) == %zu, \"layout\");\n", name, rec->size);
    buf_add(em->record_text, text.s);
    buf_free(&text);
    return name;
}

/* The type of a pointer to a local. */
const char *emit_local_pointer(struct emitter *em, const struct type *t)
{
    struct type *flat = type_flat_element(t->of);
    return ir_printf("%s *", flat->kind == TYPE_VOID ? "unsigned char" : emit_type(em, flat));
}

/* A declaration of a local: name with its array levels. */
void emit_declare(struct emitter *em, struct decl *d)
{
    struct type *flat = type_flat_element(d->type);
    if (d->type->kind == TYPE_POINTER && decl_facts(d)->points_local) {
        buf_printf(em->out, "%s%s", emit_local_pointer(em, d->type), emit_decl_name(d));
        return;
    }
    if (d->align)
        buf_printf(em->out, "alignas(%u) ", d->align);
    buf_printf(em->out, "%s %s", emit_type(em, flat), emit_decl_name(d));
    dimensions(em->out, d->type);
}
