/** The address that `read` fetches to add tags to what surrounds it. The cache handler answers it itself. */
export const noteURL = "data:,vitrine";
