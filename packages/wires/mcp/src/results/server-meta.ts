import { serverInfoKey } from '../rpc/meta-keys.ts';
import type { ServingSettings } from '../settings/options.ts';

/** Who the server is, as a member of the `_meta` of each result, after a comma. */
export function serverMetaOf({ serverInfo }: ServingSettings): string {
  return `,"${serverInfoKey}":${JSON.stringify(serverInfo)}`;
}
