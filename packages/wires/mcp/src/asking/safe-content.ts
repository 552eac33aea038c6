import { isObject } from '../rpc/json-shape.ts';

/** Whether a client's answer holds none of what no input of a tool may hold: names that reach a prototype, and numbers JSON has no word for. */
export function isSafeContent(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isSafeContent);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, member]) => !reachesPrototype(name, member) && isSafeContent(member));
}

function reachesPrototype(name: string, member: unknown): boolean {
  return name === '__proto__' || (name === 'constructor' && isObject(member) && Object.hasOwn(member, 'prototype'));
}
