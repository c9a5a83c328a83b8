/** One server-sent event. */
export interface ServerEvent {
  /** The last id that the stream has sent, also if this event has none. */
  id: string;
  event: string;
  /** Empty if the event has no data: a comment, or an id alone. */
  data: string;
}

/**
 * Parses a stream of server-sent events, as the HTML standard has it, and also yields what has no data, so that a
 * reader sees heartbeats. An event that is cut off in the middle is not yielded. An event of more than `most` characters
 * is an error.
 */
export async function* parseEvents(body: ReadableStream<Uint8Array>, most = 4 << 20): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let id = "";
  let event = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      let from = 0;
      for (;;) {
        const end = rest.slice(from).search(/\r\n|\n|\r(?!$)/);
        if (end < 0) break;
        const line = rest.slice(from, from + end);
        from += end + (rest.startsWith("\r\n", from + end) ? 2 : 1);
        if (line === "") {
          yield { id, event: event || "message", data: data.join("\n") };
          event = "";
          data = [];
          continue;
        }
        const colon = line.indexOf(":");
        if (colon === 0) continue;
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
        if (name === "data") data.push(value);
        else if (name === "event") event = value;
        else if (name === "id" && !value.includes("\0")) id = value;
      }
      rest = rest.slice(from);
      if (rest.length > most) throw new Error(`an event has more than ${most} characters`);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
