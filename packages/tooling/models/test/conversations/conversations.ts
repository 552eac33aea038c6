/** A call that a scripted model makes. */
interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** The calls of a model, turn by turn. Each turn makes these calls at once, and then the model has the last message. */
export interface Conversation {
  readonly title: string;
  readonly turns: readonly (readonly ScriptedCall[])[];
  /** Whether its arguments are strings that are not JSON objects, which some APIs do not support. */
  readonly hasInvalidArguments?: boolean;
  /** Whether the caller disconnects while a tool runs. */
  readonly isAborted?: boolean;
}

const call = (name: string, input: ScriptedCall['input'] = {}): ScriptedCall => ({ name, input });
const ring = (id: string): ScriptedCall => call('Doorbell_Ring', { doorbell_id: id });
const echo = (text: string): ScriptedCall => call('Text_Echo', { text });

/** The conversations that are tested with every API. */
export const conversations: readonly Conversation[] = [
  { title: 'a text', turns: [[echo('Hello')]] },
  {
    title: 'a text that looks like JSON, and a text with other letters',
    turns: [[echo('{"a": [1]}'), echo('Grüße, 世界 😀')]],
  },
  { title: 'an object', turns: [[call('Text_Count', { text: 'four' })]] },
  { title: 'a list', turns: [[call('Orders_Find', { top: 3 })]] },
  { title: 'nothing', turns: [[call('Text_Forget')]] },
  { title: 'three turns, one after the other', turns: [[echo('one')], [echo('two')], [echo('three')]] },
  { title: 'three concurrent calls of one tool', turns: [[echo('one'), echo('two'), echo('three')]] },
  { title: 'the same call twice, concurrently', turns: [[ring('doorbell42'), ring('doorbell42')]] },
  {
    title: 'concurrent calls of several tools, some of which fail',
    turns: [[echo('one'), call('Mail_Burn'), ring('doorbell7'), call('Text_Forget')]],
  },
  { title: 'a hint, and a call that follows it', turns: [[ring('doorbell7')], [ring('doorbell42')]] },
  { title: 'a hint that is never followed', turns: [[ring('a')], [ring('b')], [ring('c')], [ring('d')]] },
  { title: 'a hint to concurrent calls, which are one attempt', turns: [[ring('a'), ring('b')], [ring('c')]] },
  { title: 'a hint and a delay', turns: [[call('Doorbell_Rest')]] },
  { title: 'a temporary failure', turns: [[call('Mail_Send')]] },
  { title: 'a permanent failure', turns: [[call('Mail_Burn')]] },
  { title: 'an error in a tool', turns: [[call('Mail_Crash')]] },
  { title: 'invalid arguments, and valid arguments', turns: [[call('Text_Echo', { text: 7 })], [echo('seven')]] },
  { title: 'missing arguments', turns: [[call('Text_Repeat', { times: 2 })]] },
  {
    title: 'an invalid argument with another model-facing name',
    turns: [[call('Orders_Find', { top: 500 })], [call('Orders_Find', { top: 1 })]],
  },
  { title: 'an invalid nested argument', turns: [[call('Orders_Find', { top: 1, filter: { city: 7 } })]] },
  {
    title: 'a misspelled tool name, and the correct name',
    turns: [[call('Text_Ecko', { text: 'one' })], [echo('one')]],
  },
  { title: 'an unknown tool next to a known tool', turns: [[call('Weather_Today'), echo('one')]] },
  { title: 'a tool that takes too long', turns: [[call('Slow_Wait')]] },
  { title: 'a tool that takes too long, next to a fast tool', turns: [[call('Slow_Wait'), echo('one')]] },
  { title: 'a task', turns: [[call('Report_Start')]] },
  { title: 'a file', turns: [[call('Report_Rows')]] },
  { title: 'five megabytes', turns: [[call('Text_Repeat', { text: 'Hello', times: 1_000_000 })]] },
  {
    title: 'five megabytes next to a word',
    turns: [[call('Text_Repeat', { text: 'Hello', times: 1_000_000 }), echo('one')]],
  },
  { title: 'a server that cannot be reached', turns: [[call('Far_Away')]] },
  { title: 'a user who has not signed in', turns: [[call('Calendar_Read')]] },
  { title: 'a caller that disconnects', turns: [[call('Slow_Hang'), echo('one')]], isAborted: true },
  {
    title: 'arguments that are not JSON',
    turns: [[call('Text_Echo', '{"text": "one')], [echo('one')]],
    hasInvalidArguments: true,
  },
  {
    title: 'arguments that are a list',
    turns: [[call('Text_Echo', '["one"]')], [echo('one')]],
    hasInvalidArguments: true,
  },
];
