import { createHash } from 'node:crypto';

/** A script that Redis runs as one step. */
export interface Script {
  readonly text: string;
  /** By this name Redis knows it, once it has run. */
  readonly sha: string;
}

/** Names a script. */
export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
