import type { Call } from './call.ts';

/** The names that a stage has added besides those that calls have anyway. */
type OtherNames = readonly string[];

const noOthers: OtherNames = [];

/** What the standard stages put on a call. */
interface StageFields {
  readonly tool?: unknown;
  readonly validInput?: unknown;
}

/**
 * A call as a later stage sees it: a copy with what a stage has added, never the caller's object, so that a stage may call `next` twice,
 * even at once. Names that all calls have are copied one by one, which takes a fraction of what `Object.assign` does.
 */
export class PassingCall implements Call, StageFields {
  readonly wire: Call['wire'];
  readonly toolId: Call['toolId'];
  readonly found: Call['found'];
  readonly callId: Call['callId'];
  readonly idempotencyKey: Call['idempotencyKey'];
  readonly traceId: Call['traceId'];
  readonly input: Call['input'];
  readonly context: Call['context'];
  readonly principal: Call['principal'];
  readonly isCallerKnown: Call['isCallerKnown'];
  readonly lifetime: Call['lifetime'];
  readonly timeLimitMs: Call['timeLimitMs'];
  readonly values: Call['values'];
  readonly reportProgress: Call['reportProgress'];
  readonly reportLog: Call['reportLog'];
  readonly ask: Call['ask'];
  readonly propagated: Call['propagated'];
  readonly logger: Call['logger'];
  readonly tool: unknown;
  readonly validInput: unknown;
  readonly #others: OtherNames;

  constructor(call: Call & StageFields, adds: object) {
    this.wire = call.wire;
    this.toolId = call.toolId;
    this.found = call.found;
    this.callId = call.callId;
    this.idempotencyKey = call.idempotencyKey;
    this.traceId = call.traceId;
    this.input = call.input;
    this.context = call.context;
    this.principal = call.principal;
    this.isCallerKnown = call.isCallerKnown;
    this.lifetime = call.lifetime;
    this.timeLimitMs = call.timeLimitMs;
    this.values = call.values;
    this.reportProgress = call.reportProgress;
    this.reportLog = call.reportLog;
    this.ask = call.ask;
    this.propagated = call.propagated;
    this.logger = call.logger;
    this.tool = call.tool;
    this.validInput = call.validInput;
    const others = #others in call ? call.#others : withOthers(noOthers, call);
    if (others !== noOthers) copyFields(others, call, this);
    this.#others = withOthers(others, adds);
    Object.assign(this, adds);
  }
}

function withOthers(others: OtherNames, fields: object): OtherNames {
  let all = others;
  for (const name in fields) if (!isUsual(name) && !all.includes(name)) all = [...all, name];
  return all;
}

function copyFields(names: OtherNames, from: object, to: object): void {
  for (const name of names) Reflect.set(to, name, Reflect.get(from, name));
}

// A switch, which compares a few pointers, where a Set would hash each name.
function isUsual(name: string): boolean {
  switch (name as keyof Call | keyof StageFields) {
    case 'wire':
    case 'toolId':
    case 'found':
    case 'callId':
    case 'idempotencyKey':
    case 'traceId':
    case 'input':
    case 'context':
    case 'principal':
    case 'isCallerKnown':
    case 'lifetime':
    case 'timeLimitMs':
    case 'values':
    case 'reportProgress':
    case 'reportLog':
    case 'ask':
    case 'propagated':
    case 'logger':
    case 'tool':
    case 'validInput':
      return true;
    default:
      return false;
  }
}
