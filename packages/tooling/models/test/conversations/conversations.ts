/** A call that a scripted model makes. */
interface Scripted {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** The calls of a model, turn by turn. Each turn makes these calls at once, and then the model has the last message. */
export interface Conversation {
  readonly title: string;
  readonly turns: readonly (readonly Scripted[])[];
  /** Whether its arguments are strings that are not JSON objects, which some APIs do not support. */
  readonly hasOddTexts?: boolean;
  /** Whether who waits for it leaves while a tool runs. */
  readonly isLeft?: boolean;
}

const call = (name: string, input: Scripted['input'] = {}): Scripted => ({ name, input });
const ring = (id: string): Scripted => call('Doorbell_Ring', { doorbell_id: id });
const echo = (text: string): Scripted => call('Text_Echo', { text });

/** The conversations that every interface is held to. */
export const conversations: readonly Conversation[] = [
  { title: 'a text', turns: [[echo('Hello')]] },
  {
    title: 'a text that looks like JSON, and one of other letters',
    turns: [[echo('{"a": [1]}'), echo('Grüße, 世界 😀')]],
  },
  { title: 'an object', turns: [[call('Text_Count', { text: 'four' })]] },
  { title: 'a list', turns: [[call('Orders_Find', { top: 3 })]] },
  { title: 'nothing', turns: [[call('Text_Forget')]] },
  { title: 'three turns, one after the other', turns: [[echo('one')], [echo('two')], [echo('three')]] },
  { title: 'three calls of one tool at once', turns: [[echo('one'), echo('two'), echo('three')]] },
  { title: 'the same call twice at once', turns: [[ring('doorbell42'), ring('doorbell42')]] },
  {
    title: 'calls of several tools at once, some of which fail',
    turns: [[echo('one'), call('Mail_Burn'), ring('doorbell7'), call('Text_Forget')]],
  },
  { title: 'a hint, and a call that heeds it', turns: [[ring('doorbell7')], [ring('doorbell42')]] },
  { title: 'a hint that is never heeded', turns: [[ring('a')], [ring('b')], [ring('c')], [ring('d')]] },
  { title: 'a hint to calls at once, which are one attempt', turns: [[ring('a'), ring('b')], [ring('c')]] },
  { title: 'a hint to wait as well', turns: [[call('Doorbell_Rest')]] },
  { title: 'a failure that may pass', turns: [[call('Mail_Send')]] },
  { title: 'a failure for good', turns: [[call('Mail_Burn')]] },
  { title: 'a mistake in a tool', turns: [[call('Mail_Crash')]] },
  { title: 'wrong arguments, and right ones', turns: [[call('Text_Echo', { text: 7 })], [echo('seven')]] },
  { title: 'missing arguments', turns: [[call('Text_Repeat', { times: 2 })]] },
  {
    title: 'a wrong argument whose name is another for the model',
    turns: [[call('Orders_Find', { top: 500 })], [call('Orders_Find', { top: 1 })]],
  },
  { title: 'a wrong argument inside of another', turns: [[call('Orders_Find', { top: 1, filter: { city: 7 } })]] },
  { title: 'a tool by nearly its name, and by its name', turns: [[call('Text_Ecko', { text: 'one' })], [echo('one')]] },
  { title: 'a tool that there is not, beside one that there is', turns: [[call('Weather_Today'), echo('one')]] },
  { title: 'a tool that takes too long', turns: [[call('Slow_Wait')]] },
  { title: 'a tool that takes too long, beside one that does not', turns: [[call('Slow_Wait'), echo('one')]] },
  { title: 'a task', turns: [[call('Report_Start')]] },
  { title: 'a file', turns: [[call('Report_Rows')]] },
  { title: 'five megabytes', turns: [[call('Text_Repeat', { text: 'Hello', times: 1_000_000 })]] },
  {
    title: 'five megabytes beside a word',
    turns: [[call('Text_Repeat', { text: 'Hello', times: 1_000_000 }), echo('one')]],
  },
  { title: 'a server that cannot be reached', turns: [[call('Far_Away')]] },
  { title: 'a user who has not signed in', turns: [[call('Calendar_Read')]] },
  { title: 'a user who leaves', turns: [[call('Slow_Hang'), echo('one')]], isLeft: true },
  {
    title: 'arguments that are no JSON',
    turns: [[call('Text_Echo', '{"text": "one')], [echo('one')]],
    hasOddTexts: true,
  },
  { title: 'arguments that are a list', turns: [[call('Text_Echo', '["one"]')], [echo('one')]], hasOddTexts: true },
];
