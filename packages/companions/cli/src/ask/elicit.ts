import { type Fields, isObject } from '@toolwire/internal';
import { safeLine } from '../safe-text.ts';
import { describeField, readField } from './form-field.ts';

/** What a person said to a question, in the words of MCP. */
export interface Elicited {
  readonly action: 'accept' | 'decline';
  readonly content?: Fields;
}

/** How a person is asked. */
export interface Asking {
  /** Asks on one line; `undefined` where the person ends the input instead of answering. */
  readonly question: (text: string) => Promise<string | undefined>;
  readonly note: (text: string) => void;
}

/** Puts a question of a tool to the person: fields to fill in one by one, or a page to visit. */
export async function elicit({ message, mode, url, requestedSchema }: Fields, asking: Asking): Promise<Elicited> {
  const { question, note } = asking;
  note(`The tool asks: ${safeLine(typeof message === 'string' ? message : '')}\n`);
  if (mode === 'url') {
    if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return declined(note, 'It names no page to open.');
    note(`  ${safeLine(url)}\n`);
    const done = await question('Open this page, and press Enter when you are done; Ctrl-D declines. ');
    return done === undefined ? declined(note) : { action: 'accept' };
  }
  const schema = isObject(requestedSchema) ? requestedSchema : {};
  const required: ReadonlySet<unknown> = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const content: [string, unknown][] = [];
  note('Ctrl-D declines.\n');
  for (const [name, field] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
    const answer = await fill(name, isObject(field) ? field : {}, required.has(name), asking);
    if (answer === undefined) return declined(note);
    if (answer.value !== undefined) content.push([name, answer.value]);
  }
  return { action: 'accept', content: Object.fromEntries(content) };
}

function declined(note: Asking['note'], why = ''): Elicited {
  note(`${why}${why === '' ? '' : ' '}Declined.\n`);
  return { action: 'decline' };
}

/** Asks until the answer fits; nothing where the person does not want to. */
async function fill(
  name: string,
  field: Fields,
  isRequired: boolean,
  { question, note }: Asking,
): Promise<{ readonly value: unknown } | undefined> {
  const label = describeField(name, field, isRequired);
  for (;;) {
    const typed = await question(label);
    if (typed === undefined) return undefined;
    const text = typed.trim();
    if (text === '' && field['default'] !== undefined) return { value: field['default'] };
    if (text === '' && !isRequired) return { value: undefined };
    const read = readField(text, field);
    if ('value' in read) return read;
    note(`  ${read.problem}\n`);
  }
}
