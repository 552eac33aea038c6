import type { KnownException } from '../runners/known-exceptions.ts';
import type { Bodies, CreateServer } from './host-app.ts';

/** Options for checking a host. */
export interface HostOptions {
  /** Creates the server to mount: `(options) => createToolServer({ ...options, wires: [otc()], validator: ajv() })`. */
  readonly createServer: CreateServer;
  /** How bodies can reach the tools. A host without a body parser has only `unread`. */
  readonly bodies?: readonly Bodies[] | undefined;
  /**
   * `sample` runs the cases of the standard that a host can break, and one case of every other group. That is enough for a change that
   * does not affect hosts. Default: `all`.
   */
  readonly cases?: 'all' | 'sample' | undefined;
  /** Cases of either suite that cannot pass on this host. Each is run, and fails if it passes. */
  readonly exceptions?: readonly HostException[] | undefined;
}

/** Cases that cannot pass on a host, and the reason. */
export interface HostException extends KnownException {
  /** Limits the exception to one way in which bodies reach the tools. */
  readonly bodies?: Bodies;
}
