import type { Conversation } from './conversations.ts';
import type { Transcript } from './transcript.ts';

/** Writes the model input of each conversation by API, as a golden file. */
export function writeTranscripts(transcripts: ReadonlyMap<Conversation, ReadonlyMap<string, Transcript>>): string {
  const parts = [...transcripts].map(([{ title, turns }, byName]) => {
    const calls = turns.flatMap((scripted, turn) =>
      scripted.map((call, index) => {
        const id = `call_${turn}_${index}_of_a_conversation`;
        return `### ${turn + 1}. ${call.name} ${JSON.stringify(call.input)}\n\n${textsOf(id, byName)}`;
      }),
    );
    return [`## ${title}`, ...calls].join('\n\n');
  });
  return `${['# What models read', ...parts].join('\n\n')}\n`;
}

function textsOf(id: string, byName: ReadonlyMap<string, Transcript>): string {
  const readers = new Map<string, string[]>();
  const marks = new Map<string, boolean>();
  for (const [name, { answers }] of byName) {
    const answer = answers.find((one) => one.id === id);
    const text = answer === undefined ? ended : writtenText(answer.text);
    readers.set(text, [...(readers.get(text) ?? []), name]);
    if (answer?.isError !== undefined) marks.set(text, answer.isError);
  }
  return [...readers]
    .map(([text, names]) => {
      const who = names.length === byName.size ? 'All' : names.join(', ');
      return `${who}${marks.get(text) === true ? ', as a failure' : ''}:\n\n${text}`;
    })
    .join('\n\n');
}

const ended = 'Nothing: the SDK ends the conversation.';

/** The text on the page. Some SDKs quote the parser, and only newer versions of Node add the line and column. */
export function writtenText(given: string): string {
  const text = given.replace(/(in JSON at position \d+) \(line \d+ column \d+\)/g, '$1');
  const short =
    text.length <= 1_000 ? text : `${text.slice(0, 30)} … (${text.length} characters) … ${text.slice(-120)}`;
  return `\`\`\`text\n${short}\n\`\`\``;
}
