#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is the list of what is installed right?

    sbom.py ROOT FILE    FILE below ROOT is SPDX 2.3 and lists all other files below ROOT

Prints the version of libclang.  What SPDX 2.3 requires: clauses 6 to 8 and 11 of its
specification, and its JSON schema.
"""
import hashlib
import json
import os
import re
import sys

root, name = sys.argv[1:]
with open(os.path.join(root, name), encoding="utf-8") as file:
    doc = json.load(file)


def need(thing, **fields):
    """The fields are there and match."""
    for field, pattern in fields.items():
        assert field in thing, f"{field} is missing in {thing}"
        assert re.fullmatch(pattern, thing[field]), f"{field}: {thing[field]}"


ID = r"SPDXRef-[A-Za-z0-9.-]+"
need(doc, spdxVersion="SPDX-2.3", dataLicense="CC0-1.0", SPDXID="SPDXRef-DOCUMENT", name=".+",
     documentNamespace=r"https?://[^#\s]+")
need(doc["creationInfo"], created=r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
assert doc["creationInfo"]["creators"]
for creator in doc["creationInfo"]["creators"]:
    assert re.match(r"(Person|Organization|Tool): .", creator), creator
ids = {"SPDXRef-DOCUMENT"}
for thing in doc["packages"] + doc["files"]:
    need(thing, SPDXID=ID)
    assert thing["SPDXID"] not in ids, thing
    ids.add(thing["SPDXID"])
for package in doc["packages"]:
    need(package, name=".+", downloadLocation=".+", licenseConcluded=".+", licenseDeclared=".+",
         copyrightText=".+")
    assert ("packageVerificationCode" in package) == package["filesAnalyzed"]
for relation in doc["relationships"]:
    need(relation, spdxElementId=ID, relationshipType="[A-Z_]+", relatedSpdxElement=ID)
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids, relation
assert ["SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package-tcr"] in [
    [r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"]]
    for r in doc["relationships"]]

sums = []
listed = {}
for file in doc["files"]:
    need(file, fileName=r"\./.+")
    found = {c["algorithm"]: c["checksumValue"] for c in file["checksums"]}
    with open(os.path.join(root, file["fileName"]), "rb") as stream:
        data = stream.read()
    assert found == {"SHA1": hashlib.sha1(data).hexdigest(),
                     "SHA256": hashlib.sha256(data).hexdigest()}, file["fileName"]
    sums.append(found["SHA1"])
    listed[file["fileName"]] = file["SPDXID"]
there = set()
for folder, _, files in os.walk(root):
    for file in files:
        path = os.path.join(folder, file)
        if not os.path.islink(path):
            there.add("./" + os.path.relpath(path, root))
assert there - set(listed) == {"./" + name}, there ^ set(listed)
tcr = next(p for p in doc["packages"] if p["SPDXID"] == "SPDXRef-Package-tcr")
code = hashlib.sha1("".join(sorted(sums)).encode()).hexdigest()
assert tcr["packageVerificationCode"] == {
    "packageVerificationCodeValue": code, "packageVerificationCodeExcludedFiles": ["./" + name]}
assert tcr["licenseDeclared"] == "MIT"
contained = {r["relatedSpdxElement"] for r in doc["relationships"]
             if r["relationshipType"] == "CONTAINS"}
assert contained == set(listed.values())
names = {p["name"]: p for p in doc["packages"]}
assert {"NVRTC", "NVIDIA driver", "OpenMP runtime", "C compiler"} <= set(names)
print("version", tcr["versionInfo"])
print("libclang", names["libclang"]["versionInfo"])
