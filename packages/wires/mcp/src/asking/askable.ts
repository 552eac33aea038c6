import type { Askable, InputRequest } from '@toolwire/core';
import type { Fields } from '../rpc/json-shape.ts';
import { undeclaredCapabilities } from './input-requests.ts';

/** One request of each kind. */
const kinds: readonly (readonly [kind: Askable, request: InputRequest])[] = [
  ['form', { kind: 'form', message: '', schema: {} }],
  ['url', { kind: 'url', message: '', url: '' }],
  ['sampling', { kind: 'sampling', params: {} }],
  ['sampling_with_tools', { kind: 'sampling', params: { tools: [] } }],
  ['roots', { kind: 'roots' }],
];

/** What a client that has declared these capabilities can be asked for (MCP-ASK-01). */
export function askableBy(capabilities: Fields): readonly Askable[] {
  return kinds
    .filter(([, request]) => undeclaredCapabilities({ request }, capabilities) === undefined)
    .map(([kind]) => kind);
}
