/** The names of header fields, in one place. */
export interface HeaderNames {
  /** The stamp of an answer: tenant, change number and epoch. Vitrine sends it where an edge or follower is declared. */
  stamp: string;
  /** The opaque tags of an answer, separated by spaces or commas. The configuration of the edge names the field. */
  tags: string;
  /** The change number of an answer, which every answer of Vitrine has. */
  version: string;
  /** A token that makes any read at least that new. */
  consistency: string;
}

export const headers: HeaderNames = {
  stamp: "x-vitrine-stamp",
  tags: "surrogate-key",
  version: "x-version",
  consistency: "x-consistency",
};
