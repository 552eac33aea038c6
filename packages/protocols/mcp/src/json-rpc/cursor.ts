import { type RpcError, rpcCodes } from './json-rpc.ts';

/** The cursor of the page that starts with the item of this key. By key, so that added or removed items don't shift pages. */
export function cursorTo(key: string): string {
  return btoa(`from ${key}`).replace(/=+$/, '');
}

/** The error for an unknown cursor, in every listing. */
export const unknownCursor: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'Unknown "cursor". Request the first page again without a cursor, because the list may have changed.',
};
