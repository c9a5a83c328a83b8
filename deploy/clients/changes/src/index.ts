/**
 * Follows the change stream of a Vitrine tenant, and answers one question: is something that was cached still true?
 *
 * It runs in Node.js, in edge runtimes and in browsers, and has no dependencies.
 */
export { createFollower, type Follower, type FollowerOptions, type Fresh, type State, type Change } from "./follower.js";
export { Cells, parseStamp, formatStamp, lowest, type Stamp } from "./cells.js";
export { parseEvents, type ServerEvent } from "./events.js";
export { verifyWebhook, type WebhookHeaders } from "./webhook.js";
export { publicTag } from "./tag.js";
export { headers, type HeaderNames } from "./names.js";
