/* SPDX-License-Identifier: MIT */
/* The part of libclang's C interface that tcr-rewrite uses, for a libclang that comes without its
   headers (PyPI's package libclang).  Extracted from LLVM 19's clang-c/, which is under the
   Apache License v2.0 with LLVM Exceptions; the interface and these values are stable, and
   tests/package/t_libclang.sh compares them with the headers that are installed. */
#ifndef TCR_CLANG_C_INDEX_H
#define TCR_CLANG_C_INDEX_H

enum CXBinaryOperatorKind {
    CXBinaryOperator_LT = 11,
    CXBinaryOperator_EQ = 15,
    CXBinaryOperator_NE = 16,
    CXBinaryOperator_LAnd = 20,
    CXBinaryOperator_LOr = 21,
    CXBinaryOperator_Assign = 22,
    CXBinaryOperator_Comma = 33,
};

enum CXChildVisitResult {
    CXChildVisit_Break = 0,
    CXChildVisit_Continue = 1,
    CXChildVisit_Recurse = 2,
};

enum CXCursorKind {
    CXCursor_StructDecl = 2,
    CXCursor_UnionDecl = 3,
    CXCursor_EnumDecl = 5,
    CXCursor_EnumConstantDecl = 7,
    CXCursor_FunctionDecl = 8,
    CXCursor_VarDecl = 9,
    CXCursor_ParmDecl = 10,
    CXCursor_TypedefDecl = 20,
    CXCursor_TypeRef = 43,
    CXCursor_MemberRef = 47,
    CXCursor_LabelRef = 48,
    CXCursor_UnexposedExpr = 100,
    CXCursor_DeclRefExpr = 101,
    CXCursor_MemberRefExpr = 102,
    CXCursor_CallExpr = 103,
    CXCursor_BlockExpr = 105,
    CXCursor_IntegerLiteral = 106,
    CXCursor_FloatingLiteral = 107,
    CXCursor_ImaginaryLiteral = 108,
    CXCursor_StringLiteral = 109,
    CXCursor_CharacterLiteral = 110,
    CXCursor_ParenExpr = 111,
    CXCursor_UnaryOperator = 112,
    CXCursor_ArraySubscriptExpr = 113,
    CXCursor_BinaryOperator = 114,
    CXCursor_CompoundAssignOperator = 115,
    CXCursor_ConditionalOperator = 116,
    CXCursor_CStyleCastExpr = 117,
    CXCursor_CompoundLiteralExpr = 118,
    CXCursor_InitListExpr = 119,
    CXCursor_AddrLabelExpr = 120,
    CXCursor_StmtExpr = 121,
    CXCursor_GenericSelectionExpr = 122,
    CXCursor_UnaryExpr = 136,
    CXCursor_UnexposedStmt = 200,
    CXCursor_LabelStmt = 201,
    CXCursor_CompoundStmt = 202,
    CXCursor_CaseStmt = 203,
    CXCursor_DefaultStmt = 204,
    CXCursor_IfStmt = 205,
    CXCursor_SwitchStmt = 206,
    CXCursor_WhileStmt = 207,
    CXCursor_DoStmt = 208,
    CXCursor_ForStmt = 209,
    CXCursor_GotoStmt = 210,
    CXCursor_IndirectGotoStmt = 211,
    CXCursor_ContinueStmt = 212,
    CXCursor_BreakStmt = 213,
    CXCursor_ReturnStmt = 214,
    CXCursor_AsmStmt = 215,
    CXCursor_MSAsmStmt = 229,
    CXCursor_NullStmt = 230,
    CXCursor_DeclStmt = 231,
    CXCursor_TranslationUnit = 350,
    CXCursor_StaticAssert = 602,
};

enum CXDiagnosticSeverity {
    CXDiagnostic_Error = 3,
};

enum CXErrorCode {
    CXError_Success = 0,
};

typedef enum {
    CXEval_Int = 1,
    CXEval_StrLiteral = 4,
} CXEvalResultKind;

enum CXLinkageKind {
    CXLinkage_NoLinkage = 1,
    CXLinkage_Internal = 2,
    CXLinkage_UniqueExternal = 3,
    CXLinkage_External = 4,
};

enum CXVisibilityKind {
    CXVisibility_Default = 3,
};

enum CXTLSKind {
    CXTLS_None = 0,
};

enum CXTranslationUnit_Flags {
    CXTranslationUnit_KeepGoing = 512,
};

enum CXTypeKind {
    CXType_Invalid = 0,
    CXType_Void = 2,
    CXType_Bool = 3,
    CXType_Char_U = 4,
    CXType_UChar = 5,
    CXType_UShort = 8,
    CXType_UInt = 9,
    CXType_ULong = 10,
    CXType_ULongLong = 11,
    CXType_Char_S = 13,
    CXType_SChar = 14,
    CXType_WChar = 15,
    CXType_Short = 16,
    CXType_Int = 17,
    CXType_Long = 18,
    CXType_LongLong = 19,
    CXType_Float = 21,
    CXType_Double = 22,
    CXType_LongDouble = 23,
    CXType_Float16 = 32,
    CXType_BFloat16 = 39,
    CXType_FirstBuiltin = CXType_Void,
    CXType_LastBuiltin = 40,
    CXType_Complex = 100,
    CXType_Pointer = 101,
    CXType_Record = 105,
    CXType_Enum = 106,
    CXType_FunctionNoProto = 110,
    CXType_FunctionProto = 111,
    CXType_ConstantArray = 112,
    CXType_IncompleteArray = 114,
    CXType_VariableArray = 115,
    CXType_Atomic = 177,
};

enum CXUnaryOperatorKind {
    CXUnaryOperator_PostInc = 1,
    CXUnaryOperator_PostDec = 2,
    CXUnaryOperator_PreInc = 3,
    CXUnaryOperator_PreDec = 4,
    CXUnaryOperator_AddrOf = 5,
    CXUnaryOperator_Deref = 6,
    CXUnaryOperator_Plus = 7,
    CXUnaryOperator_Minus = 8,
    CXUnaryOperator_Not = 9,
    CXUnaryOperator_LNot = 10,
    CXUnaryOperator_Real = 11,
    CXUnaryOperator_Imag = 12,
    CXUnaryOperator_Extension = 13,
};

enum CXVisitorResult {
    CXVisit_Continue = 1,
};

enum CX_StorageClass {
    CX_SC_None = 1,
    CX_SC_Extern = 2,
    CX_SC_Static = 3,
    CX_SC_Auto = 6,
    CX_SC_Register = 7,
};

typedef struct {
    const void *data;
    unsigned private_flags;
} CXString;
typedef void *CXFile;
typedef struct {
    const void *ptr_data[2];
    unsigned int_data;
} CXSourceLocation;
typedef struct {
    const void *ptr_data[2];
    unsigned begin_int_data;
    unsigned end_int_data;
} CXSourceRange;
typedef void *CXDiagnostic;
typedef void *CXIndex;
typedef struct CXTranslationUnitImpl *CXTranslationUnit;
typedef void *CXClientData;
struct CXUnsavedFile {
    const char *Filename;
    const char *Contents;
    unsigned long Length;
};
typedef struct {
    enum CXCursorKind kind;
    int xdata;
    const void *data[3];
} CXCursor;
typedef struct {
    enum CXTypeKind kind;
    void *data[2];
} CXType;
typedef void *CXEvalResult;
typedef enum CXChildVisitResult (*CXCursorVisitor)(CXCursor cursor, CXCursor parent,
                                                   CXClientData client_data);
typedef enum CXVisitorResult (*CXFieldVisitor)(CXCursor C, CXClientData client_data);

CXEvalResult clang_Cursor_Evaluate(CXCursor C);
CXCursor clang_Cursor_getArgument(CXCursor C, unsigned i);
CXString clang_Cursor_getMangling(CXCursor);
int clang_Cursor_getNumArguments(CXCursor C);
long long clang_Cursor_getOffsetOfField(CXCursor C);
enum CX_StorageClass clang_Cursor_getStorageClass(CXCursor);
CXTranslationUnit clang_Cursor_getTranslationUnit(CXCursor);
CXCursor clang_Cursor_getVarDeclInitializer(CXCursor cursor);
unsigned clang_Cursor_isAnonymous(CXCursor C);
unsigned clang_Cursor_isAnonymousRecordDecl(CXCursor C);
unsigned clang_Cursor_isBitField(CXCursor C);
int clang_Cursor_isNull(CXCursor cursor);
unsigned clang_Cursor_isFunctionInlined(CXCursor C);
unsigned clang_Cursor_isVariadic(CXCursor C);
void clang_EvalResult_dispose(CXEvalResult E);
long long clang_EvalResult_getAsLongLong(CXEvalResult E);
unsigned long long clang_EvalResult_getAsUnsigned(CXEvalResult E);
CXEvalResultKind clang_EvalResult_getKind(CXEvalResult E);
unsigned clang_EvalResult_isUnsignedInt(CXEvalResult E);
int clang_Location_isInSystemHeader(CXSourceLocation location);
long long clang_Type_getAlignOf(CXType T);
long long clang_Type_getSizeOf(CXType T);
CXType clang_Type_getValueType(CXType CT);
unsigned clang_Type_visitFields(CXType T, CXFieldVisitor visitor, CXClientData client_data);
CXIndex clang_createIndex(int excludeDeclarationsFromPCH, int displayDiagnostics);
void clang_disposeDiagnostic(CXDiagnostic Diagnostic);
void clang_disposeIndex(CXIndex index);
void clang_disposeString(CXString string);
void clang_disposeTranslationUnit(CXTranslationUnit);
unsigned clang_equalCursors(CXCursor, CXCursor);
unsigned clang_equalTypes(CXType A, CXType B);
CXType clang_getArrayElementType(CXType T);
long long clang_getArraySize(CXType T);
CXString clang_getBinaryOperatorKindSpelling(enum CXBinaryOperatorKind kind);
const char *clang_getCString(CXString string);
CXCursor clang_getCanonicalCursor(CXCursor);
CXType clang_getCanonicalType(CXType T);
CXString clang_getClangVersion(void);
CXCursor clang_getCursor(CXTranslationUnit, CXSourceLocation);
enum CXBinaryOperatorKind clang_getCursorBinaryOperatorKind(CXCursor cursor);
CXCursor clang_getCursorDefinition(CXCursor);
CXSourceRange clang_getCursorExtent(CXCursor);
enum CXCursorKind clang_getCursorKind(CXCursor);
CXCursor clang_getCursorLexicalParent(CXCursor cursor);
enum CXLinkageKind clang_getCursorLinkage(CXCursor cursor);
CXSourceLocation clang_getCursorLocation(CXCursor);
CXCursor clang_getCursorReferenced(CXCursor);
CXType clang_getCursorResultType(CXCursor C);
CXCursor clang_getCursorSemanticParent(CXCursor cursor);
CXString clang_getCursorSpelling(CXCursor);
enum CXTLSKind clang_getCursorTLSKind(CXCursor cursor);
CXType clang_getCursorType(CXCursor C);
enum CXUnaryOperatorKind clang_getCursorUnaryOperatorKind(CXCursor cursor);
enum CXVisibilityKind clang_getCursorVisibility(CXCursor cursor);
CXDiagnostic clang_getDiagnostic(CXTranslationUnit Unit, unsigned Index);
CXSourceLocation clang_getDiagnosticLocation(CXDiagnostic);
enum CXDiagnosticSeverity clang_getDiagnosticSeverity(CXDiagnostic);
CXString clang_getDiagnosticSpelling(CXDiagnostic);
CXType clang_getElementType(CXType T);
long long clang_getEnumConstantDeclValue(CXCursor C);
CXType clang_getEnumDeclIntegerType(CXCursor C);
void clang_getExpansionLocation(CXSourceLocation location, CXFile *file, unsigned *line,
                                unsigned *column, unsigned *offset);
int clang_getFieldDeclBitWidth(CXCursor C);
CXFile clang_getFile(CXTranslationUnit tu, const char *file_name);
CXSourceLocation clang_getLocationForOffset(CXTranslationUnit tu, CXFile file, unsigned offset);
CXCursor clang_getNullCursor(void);
unsigned clang_getNumDiagnostics(CXTranslationUnit Unit);
CXType clang_getPointeeType(CXType T);
CXSourceLocation clang_getRangeEnd(CXSourceRange range);
CXSourceLocation clang_getRangeStart(CXSourceRange range);
CXCursor clang_getTranslationUnitCursor(CXTranslationUnit);
CXCursor clang_getTypeDeclaration(CXType T);
CXString clang_getTypeSpelling(CXType CT);
CXType clang_getUnqualifiedType(CXType CT);
unsigned clang_isAttribute(enum CXCursorKind);
unsigned clang_isRestrictQualifiedType(CXType T);
unsigned clang_isConstQualifiedType(CXType T);
unsigned clang_isCursorDefinition(CXCursor);
unsigned clang_isDeclaration(enum CXCursorKind);
unsigned clang_isExpression(enum CXCursorKind);
unsigned clang_isStatement(enum CXCursorKind);
unsigned clang_isVolatileQualifiedType(CXType T);
enum CXErrorCode clang_parseTranslationUnit2(CXIndex CIdx, const char *source_filename,
                                             const char *const *command_line_args,
                                             int num_command_line_args,
                                             struct CXUnsavedFile *unsaved_files,
                                             unsigned num_unsaved_files, unsigned options,
                                             CXTranslationUnit *out_TU);
unsigned clang_visitChildren(CXCursor parent, CXCursorVisitor visitor, CXClientData client_data);

#endif
