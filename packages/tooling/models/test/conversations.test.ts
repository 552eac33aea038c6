import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Conversation, conversations } from './conversations/conversations.ts';
import { dialects } from './conversations/dialects.ts';
import { forDevelopers } from './conversations/tool-server.ts';
import { type Transcript, transcriptOf } from './conversations/transcript.ts';
import { writeTranscripts, writtenText } from './conversations/write-transcripts.ts';

const isAll = process.env['TEST_SCOPE'] === 'all';
const transcripts = new Map<Conversation, Map<string, Transcript>>(conversations.map((one) => [one, new Map()]));

// Every conversation by some interface, and every interface by some conversations; `--all` for all of both.
const isHere = (conversation: number, dialect: number): boolean => isAll || (conversation + dialect) % 8 === 0;

describe.each(Object.entries(dialects).map(([name, dialect], index) => ({ name, dialect, index })))(
  '$name',
  ({ name, dialect, index }) => {
    const had = conversations
      .filter((_, place) => isHere(place, index))
      .filter(({ hasOddTexts }) => dialect.hasTexts || hasOddTexts !== true);

    test.each(had)('answers each call once: $title', async (conversation) => {
      const transcript = await transcriptOf(conversation, dialect);
      transcripts.get(conversation)?.set(name, transcript);
      const { asked, answered, requests, thrown } = transcript;
      const said = requests.join('\n');
      expect(said).not.toContain(forDevelopers);
      expect(said).not.toMatch(/developer_?message/i);
      if (conversation.isLeft === true && dialect.hasLoop) {
        // The SDK has thrown, and sends no further request to the model.
        expect(requests).toHaveLength(1);
        expect(thrown).toBeDefined();
        return;
      }
      expect(thrown).toBeUndefined();
      expect(requests).toHaveLength(conversation.turns.length + 1);
      const [answers, calls] = [answered, asked].map((all) => all.map(({ id }) => id));
      // An SDK that answers calls of no tool itself does so first.
      expect(dialect.hasLoop ? answers?.toSorted() : answers).toEqual(calls);
    });
  },
);

test.each(conversations)(
  'is marked as a failure by all interfaces that have a mark, or by none: $title',
  (conversation) => {
    const marks = new Map<string, Set<boolean>>();
    for (const { answered } of transcripts.get(conversation)?.values() ?? []) {
      for (const { id, isError } of answered) {
        if (isError !== undefined) marks.set(id, (marks.get(id) ?? new Set()).add(isError));
      }
    }
    expect([...marks].filter(([, found]) => found.size > 1)).toEqual([]);
  },
);

// `TEST_SCOPE=all npx vitest run packages/tooling/models/test/conversations.test.ts -u` writes the page anew.
const page = new URL('../golden/conversations.md', import.meta.url);

test.runIf(isAll)('the model input matches the golden file', async () => {
  await expect(writeTranscripts(transcripts)).toMatchFileSnapshot(fileURLToPath(page));
});

test.skipIf(isAll)('the model input matches the golden file for each SDK', () => {
  const written = readFileSync(page, 'utf8').split('\n## ');
  const read = [...transcripts].flatMap(([{ title }, byName]) => {
    const part = written.find((one) => one.startsWith(`${title}\n`)) ?? '';
    return [...byName.values()].flatMap(({ answered }) =>
      answered.map(({ text }) => ({ title, text, isThere: part.includes(writtenText(text)) })),
    );
  });
  expect(read.filter(({ isThere }) => !isThere)).toEqual([]);
  expect(read.length).toBeGreaterThan(conversations.length);
});
