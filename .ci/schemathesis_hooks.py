"""What OpenAPI cannot say of Vitrine's parameters, and Schemathesis therefore need not ask."""

import schemathesis

TWINS = [("limit", "perPage"), ("sort", "sortBy"), ("search", "q")]


def plain(number):
    """Numbers have no exponent and at most 20 characters."""
    text = str(number)
    return "e" not in text and len(text) <= 20


def upright(box):
    """A box has its south edge first."""
    try:
        _, south, _, north = (float(edge) for edge in str(box).split(","))
    except ValueError:
        return True
    return south <= north


def filled(pair):
    """Neither the name nor the value of an attribute is blank."""
    name, _, value = str(pair).partition(":")
    return bool(name.strip() and value.strip())


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
    if any(value in ("", [""], None) for value in query.values()):
        return False  # an empty parameter counts as not given
    if any(one in query and other in query for one, other in TWINS):
        return False  # two names of one parameter exclude each other
    if any(slug in (".", "..") for slug in (case.path_parameters or {}).values()):
        return False  # no path that a client would resolve
    pairs = query.get("attributes", [])
    return (
        all(plain(query[name]) for name in ("minPrice", "maxPrice") if name in query)
        and upright(query.get("bbox", ""))
        and all(filled(pair) for pair in (pairs if isinstance(pairs, list) else [pairs]))
        and str(query.get("letter", "a")).isalnum()  # of any script
    )
