# SPDX-License-Identifier: MIT
"""Checks SARIF 2.1.0 logs, and prints what is in them.

    sarif.py LOG            check; nothing is printed if all is well
    sarif.py LOG list       a line for each result: FILE:LINE:COLUMN RULE KIND LEVEL
    sarif.py LOG path ...   the value at a path, such as runs 0 columnKind

The checks are those rules of the standard (OASIS, SARIF Version 2.1.0) that a
log of this kind can break: required properties, their types and words, what
must agree with what, and addresses.
"""
import json
import re
import sys
from urllib.parse import unquote, urlsplit

KINDS = {"notApplicable", "pass", "fail", "review", "open", "informational"}
LEVELS = {"none", "note", "warning", "error"}


class Bad(Exception):
    pass


def need(condition, where, what):
    if not condition:
        raise Bad(f"{where}: {what}")


def members(value, where, required, optional=()):
    """An object with these members and no others."""
    need(isinstance(value, dict), where, "is no object")
    for name in required:
        need(name in value, where, f"has no '{name}'")
    for name in value:
        need(name in required or name in optional, where, f"has an unknown '{name}'")


def text(value, where):
    need(isinstance(value, str) and value != "", where, "is no text, or an empty one")
    need("\ufffd" not in value, where, "has been damaged")


def address(value, where, absolute):
    text(value, where)
    need(re.fullmatch(r"([A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-F]{2})*", value), where, f"'{value}' is no URI")
    scheme = urlsplit(value).scheme
    need(not absolute or scheme, where, f"'{value}' is not absolute")
    need(absolute or not scheme or scheme == "file", where, f"'{value}' has an odd scheme")
    path = urlsplit(value).path
    need(".." not in path.split("/"), where, f"'{value}' goes up")


def number(value, where):
    need(isinstance(value, int) and not isinstance(value, bool) and value >= 1, where, "is no number from 1")


def message(value, where):
    members(value, where, ["text"], ["markdown"])
    text(value["text"], where)
    rest = value["text"].replace("{{", "").replace("}}", "")
    need("{" not in rest and "}" not in rest, where, "has a brace that begins a placeholder")


def region(value, where):
    members(value, where, ["startLine"], ["startColumn", "endLine", "endColumn"])
    for name in value:
        number(value[name], f"{where}.{name}")
    if "endColumn" in value and value.get("endLine", value["startLine"]) == value["startLine"]:
        need(value["endColumn"] >= value["startColumn"], where, "ends before it begins")


def physical(value, where, bases):
    members(value, where, ["artifactLocation"], ["region"])
    place = value["artifactLocation"]
    members(place, where + ".artifactLocation", ["uri"], ["uriBaseId"])
    address(place["uri"], where + ".uri", False)
    if "uriBaseId" in place:
        need(place["uriBaseId"] in bases, where, "has an unknown uriBaseId")
        need(not urlsplit(place["uri"]).scheme and not place["uri"].startswith("/"), where,
             "an absolute address has a base")
    if "region" in value:
        region(value["region"], where + ".region")


def location(value, where, bases):
    members(value, where, ["physicalLocation"], ["id", "message", "logicalLocations"])
    physical(value["physicalLocation"], where, bases)
    for one in value.get("logicalLocations", []):
        members(one, where, ["name", "kind"])
    if "message" in value:
        message(value["message"], where)
    if "id" in value:
        need(isinstance(value["id"], int) and value["id"] >= 0, where, "has a bad id")


def result(value, where, rules, bases):
    members(value, where, ["ruleId", "kind", "level", "message", "locations", "properties"], ["relatedLocations"])
    need(value["ruleId"] in rules, where, f"names the rule '{value['ruleId']}', which is not there")
    need(value["kind"] in KINDS and value["level"] in LEVELS, where, "has a bad kind or level")
    need((value["kind"] == "fail") == (value["level"] != "none"), where, "kind and level do not agree")
    message(value["message"], where)
    need(len(value["locations"]) == 1, where, "has not one location")
    for one in value["locations"]:
        location(one, where, bases)
    related = value.get("relatedLocations", [])
    for one in related:
        location(one, where, bases)
        need("message" in one, where, "a related place says nothing")
    ids = [one["id"] for one in related]
    need(len(ids) == len(set(ids)), where, "ids of related places are not unique")
    need(isinstance(value["properties"], dict), where, "has bad properties")


def rule(value, where):
    members(value, where, ["id", "shortDescription", "fullDescription", "helpUri", "help"])
    text(value["id"], where)
    for name in ("shortDescription", "fullDescription", "help"):
        members(value[name], where, ["text"], ["markdown"])
        text(value[name]["text"], f"{where}.{name}")
    need("](#" not in value["help"]["markdown"], where, "has a link within a page that is not there")
    need("`" not in value["fullDescription"]["text"], where, "has marks in a plain text")
    address(value["helpUri"], where, True)


def run(value, where):
    members(value, where, ["tool", "results", "columnKind", "originalUriBaseIds"])
    need(value["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints"), where, "has a bad columnKind")
    members(value["tool"], where + ".tool", ["driver"])
    driver = value["tool"]["driver"]
    members(driver, where + ".driver", ["name", "version", "semanticVersion", "informationUri", "rules", "fullName"])
    for name in ("name", "version", "fullName"):
        text(driver[name], f"{where}.driver.{name}")
    need(re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"]), where, "has a bad semanticVersion")
    address(driver["informationUri"], where, True)
    for i, one in enumerate(driver["rules"]):
        rule(one, f"{where}.rules[{i}]")
    rules = [one["id"] for one in driver["rules"]]
    need(len(rules) == len(set(rules)), where, "has a rule twice")
    need(set(rules) == {one.get("ruleId") for one in value["results"]}, where, "has rules that nobody needs")
    for name, base in value["originalUriBaseIds"].items():
        members(base, f"{where}.{name}", ["uri"])
        address(base["uri"], f"{where}.{name}", True)
        need(base["uri"].endswith("/"), where, "a base does not end in a slash")
    for i, one in enumerate(value["results"]):
        result(one, f"{where}.results[{i}]", rules, value["originalUriBaseIds"])


def once(pairs):
    names = [name for name, _ in pairs]
    need(len(names) == len(set(names)), "an object", f"has a member twice: {names}")
    return dict(pairs)


def check(log):
    members(log, "the log", ["$schema", "version", "runs"])
    need(log["version"] == "2.1.0", "the log", "has a bad version")
    address(log["$schema"], "$schema", True)
    need(len(log["runs"]) == 1, "the log", "has not one run")
    for i, one in enumerate(log["runs"]):
        run(one, f"runs[{i}]")


def show(one):
    place = one["locations"][0]["physicalLocation"]
    at = place.get("region", {})
    print(f"{unquote(place['artifactLocation']['uri'])}:{at.get('startLine')}:{at.get('startColumn')}",
          one["ruleId"], one["kind"], one["level"])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log = json.load(file, object_pairs_hook=once)
    check(log)
    if sys.argv[2:3] == ["list"]:
        for one in log["runs"][0]["results"]:
            show(one)
    elif sys.argv[2:3] == ["path"]:
        value = log
        for key in sys.argv[3:]:
            value = value[int(key)] if isinstance(value, list) else value[key]
        print(value)


try:
    main()
except (Bad, ValueError, KeyError) as error:
    print(f"{sys.argv[1]}: {error!r}")
    sys.exit(1)
