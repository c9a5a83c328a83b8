"""Leaves out requests that the OpenAPI document allows and Vitrine refuses, since OpenAPI cannot express the rules."""

import schemathesis

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


def filled(pair):
    """Reports whether neither the name nor the value of an attribute is blank."""
    name, _, value = str(pair).partition(":")
    return bool(name.strip() and value.strip())


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
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
