import type { Call } from './call.ts';

/** The names of added fields that have no property in `ExtendedCall`. */
type OtherNames = readonly string[];

const noOthers: OtherNames = [];

/** Fields that few calls have. A new field of `Call` is either here, or a property of `ExtendedCall`, its constructor and `withName`. */
type RareNames = 'defer' | 'hasAnswers' | 'suppliedSecrets' | 'task' | 'uniqueId' | 'uploads';

/** The fields with a property in `ExtendedCall`. */
type UsualNames = Exclude<keyof Call, RareNames> | keyof StageFields;

/** The fields that the standard stages add. */
interface StageFields {
  readonly tool?: unknown;
  readonly validInput?: unknown;
}

/** The fields that most stages add. */
interface UsualAdds extends StageFields {
  readonly lifetime?: Call['lifetime'];
  readonly ask?: Call['ask'];
}

/**
 * A copy of a call with the fields that a stage adds. The original never changes, so a stage may call `next` more than once, even
 * concurrently. The usual fields are copied one by one, which is much faster than `Object.assign`.
 */
export class ExtendedCall implements Call, StageFields, Readonly<Record<UsualNames, unknown>> {
  readonly wire: Call['wire'];
  readonly toolId: Call['toolId'];
  readonly namedTool: Call['namedTool'];
  readonly callId: Call['callId'];
  readonly callerCallId: Call['callerCallId'];
  readonly traceId: Call['traceId'];
  readonly input: Call['input'];
  readonly context: Call['context'];
  readonly principal: Call['principal'];
  readonly isCallerKnown: Call['isCallerKnown'];
  readonly client: Call['client'];
  readonly sessionId: Call['sessionId'];
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

  constructor(call: Call & StageFields, adds: UsualAdds) {
    this.wire = call.wire;
    this.toolId = call.toolId;
    this.namedTool = call.namedTool;
    this.callId = call.callId;
    this.callerCallId = call.callerCallId;
    this.traceId = call.traceId;
    this.input = call.input;
    this.context = call.context;
    this.principal = call.principal;
    this.isCallerKnown = call.isCallerKnown;
    this.client = call.client;
    this.sessionId = call.sessionId;
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
    let others = noOthers;
    if (call instanceof ExtendedCall) others = call.#others;
    else for (const name in call) others = withName(others, name);
    for (const name of others) copyField(name, call, this);
    for (const name in adds) {
      if (name === 'lifetime') this.lifetime = adds.lifetime ?? call.lifetime;
      else if (name === 'ask') this.ask = adds.ask;
      else if (name === 'tool') this.tool = adds.tool;
      else if (name === 'validInput') this.validInput = adds.validInput;
      else {
        copyField(name, adds, this);
        others = withName(others, name);
      }
    }
    this.#others = others;
  }
}

// A switch compares pointers; a Set would hash each name.
function withName(others: OtherNames, name: string): OtherNames {
  const known = name as UsualNames;
  switch (known) {
    case 'wire':
    case 'toolId':
    case 'namedTool':
    case 'callId':
    case 'callerCallId':
    case 'traceId':
    case 'input':
    case 'context':
    case 'principal':
    case 'isCallerKnown':
    case 'client':
    case 'sessionId':
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
      return others;
    default:
      // Does not compile if a usual field has no case.
      return others.includes(known satisfies never) ? others : [...others, name];
  }
}

function copyField(name: string, from: object, to: object): void {
  Reflect.set(to, name, Reflect.get(from, name));
}
