import { isRpcId } from './message.ts';

/** Tells a token by which a client recognises progress. */
export function isProgressToken(value: unknown): value is string | number {
  return isRpcId(value);
}
