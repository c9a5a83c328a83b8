"""Leaves out requests that the OpenAPI document allows and Vitrine refuses, since OpenAPI cannot express the rules."""

import schemathesis

TEXTUAL = ["highlight", "snippet", "explain"]
TWINS = [("limit", "perPage"), ("sort", "sortBy"), ("search", "q")]


def plain(number):
    """Reports whether a number has at most 20 characters and no exponent."""
    text = str(number)
    return "e" not in text and len(text) <= 20


def upright(box):
    """Reports whether the southern edge of a bounding box comes first."""
    try:
        _, south, _, north = (float(edge) for edge in str(box).split(","))
    except ValueError:
        return True
    return south <= north


def visible(text):
    """Reports whether a text has a character that can be seen."""
    return any(c.isprintable() and not c.isspace() for c in str(text))


def filled(pair):
    """Reports whether neither the name nor the value of an attribute is blank."""
    name, _, value = str(pair).partition(":")
    return visible(name) and visible(value)


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
    if "fields" in query:
        return False  # the answer lacks required properties, as the client asked
    if not query.get("search") and not query.get("q") and any(of in query for of in TEXTUAL):
        return False  # there is nothing to mark or to explain without a text
    if not all(visible(query[of]) for of in ("search", "q") if of in query):
        return False  # a text has something to search for
    if any("unknown-property" in name for name in query):
        return False  # parameters that resemble no known one are ignored
    if case.method == "GET" and case.operation.method.upper() != "GET":
        return False  # it has the body of another method, which is refused first
    if any(value in ("", [""], None) for value in query.values()):
        return False  # an empty parameter is ignored
    if any(one in query and other in query for one, other in TWINS):
        return False  # a parameter and its alias exclude each other
    if any(slug in (".", "..") for slug in (case.path_parameters or {}).values()):
        return False  # clients resolve such a path before they send it
    pairs = query.get("attributes", [])
    return (
        all(plain(query[name]) for name in ("minPrice", "maxPrice") if name in query)
        and upright(query.get("bbox", ""))
        and all(filled(pair) for pair in (pairs if isinstance(pairs, list) else [pairs]))
        and str(query.get("letter", "a")).isalnum()  # letters of any script
    )
