import { clientInfo } from '../calls/mcp-messages.ts';
import { fieldsOf, type JsonFields, textOf, wordOf } from '../json.ts';

/** A call of any client, as the live view shows it. */
export interface LiveCall {
  readonly number: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** `undefined` while it runs. */
  readonly tookMs: number | undefined;
  readonly state: string;
  readonly tool: string;
  readonly version: string;
  readonly protocol: string;
  /** The program that called; empty if the protocol does not name it. */
  readonly client: string;
  /** Whether an inspector called: this page, or over MCP any page. The label can't decide this, because any client may have the same label. */
  readonly isInspector: boolean;
  /** The authenticated caller; empty for anonymous calls. */
  readonly caller: string;
  readonly callId: string | undefined;
  readonly isReplayed: boolean;
  /** All fields of the call in the feed. */
  readonly fields: JsonFields;
}

const protocolNames: ReadonlyMap<string, string> = new Map([
  ['otc', 'Open Tool Calling'],
  ['mcp', 'MCP'],
  ['arcade', 'Arcade'],
]);

/** Reads the fields of a call in the feed. `pageCallIds` has the IDs that this page chose for its calls. */
export function readLiveCall(fields: JsonFields, pageCallIds: ReadonlySet<string>): LiveCall {
  const { number, startedAt, tookMs, outcome, wire } = fields;
  const tool = fieldsOf(fields, 'tool');
  const client = fieldsOf(fields, 'client');
  const revision = textOf(client, 'protocolVersion');
  const protocol = protocolNames.get(wordOf(wire)) ?? wordOf(wire);
  const [requested = '', requestedVersion = ''] = (textOf(fields, 'toolId') ?? '(hidden)').split('@');
  const name = textOf(client, 'name') ?? '';
  const callId = textOf(fields, 'callId');
  // Over MCP the server chooses the call IDs, and every inspector page sends the same name.
  const isInspector = name === clientInfo['name'] || (callId !== undefined && pageCallIds.has(callId));
  return {
    number: Number(number),
    startedAt: Number(startedAt),
    tookMs: typeof tookMs === 'number' ? tookMs : undefined,
    state: wordOf(outcome ?? 'running'),
    tool: textOf(tool, 'id') ?? requested,
    version: textOf(tool, 'version') ?? requestedVersion,
    protocol: revision === undefined ? protocol : `${protocol} ${revision}`,
    client: isInspector ? 'Inspector' : [name, textOf(client, 'version') ?? ''].join(' ').trim(),
    isInspector,
    caller: textOf(fields, 'principalId') ?? '',
    callId,
    isReplayed: fields['replayed'] === true,
    fields,
  };
}

/** Returns the lane of a call in the charts: its program, or else its user, or else its protocol. */
export function laneOf({ client, caller, protocol }: LiveCall): string {
  if (client !== '') return client;
  return caller === '' ? `${protocol} client` : caller;
}
