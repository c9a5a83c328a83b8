/** The names of header fields, in one place. */
export interface HeaderNames {
  /** The stamp of an answer: tenant, change number and epoch. A declared edge of the kind `cells` gets it. */
  stamp: string;
  /** The opaque tags of an answer, separated by spaces, for a declared edge of the kind `cells`. */
  tags: string;
  /** A request header: an edge of the kind `cells` then leaves stamp and tags in its answer. Its value is `1`. */
  follower: string;
  /** The change number of an answer, which every answer of Vitrine has. */
  version: string;
  /** A token that makes any read at least that new. */
  consistency: string;
}

export const headers: HeaderNames = {
  stamp: "vitrine-stamp",
  tags: "vitrine-tags",
  follower: "vitrine-follower",
  version: "x-version",
  consistency: "x-consistency",
};
