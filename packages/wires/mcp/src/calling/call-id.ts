import { longestId } from '@toolwire/internal';
import type { RpcMessage } from '../rpc/message.ts';

const callIdKey = 'org.opentoolcalling/call_id';

/** The id that a client has given a call, and which stays the same when the call is tried again. */
export function ownCallId({ meta }: RpcMessage): string | undefined {
  const sent = meta[callIdKey];
  return typeof sent === 'string' ? sent : undefined;
}

/** Says what is wrong with it. */
export function callIdProblem({ meta }: RpcMessage): string | undefined {
  const id = meta[callIdKey];
  if (id === undefined || (typeof id === 'string' && id !== '' && id.length <= longestId)) return undefined;
  return `The member "${callIdKey}" of "_meta" is a string of 1 to ${longestId} characters`;
}
