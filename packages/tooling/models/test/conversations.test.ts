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

// Some pairs of a conversation and an SDK, so that each occurs. `--all` runs every pair.
const isSelected = (conversation: number, dialect: number): boolean => isAll || (conversation + dialect) % 8 === 0;

describe.each(Object.entries(dialects).map(([name, dialect], index) => ({ name, dialect, index })))(
  '$name',
  ({ name, dialect, index }) => {
    const selected = conversations
      .filter((_, place) => isSelected(place, index))
      .filter(({ hasInvalidArguments: hasOddTexts }) => dialect.hasTextArguments || hasOddTexts !== true);

    test.each(selected)('answers each call once: $title', async (conversation) => {
      const transcript = await transcriptOf(conversation, dialect);
      transcripts.get(conversation)?.set(name, transcript);
      const { calls: modelCalls, answers: toolAnswers, requests, thrown } = transcript;
      const requestText = requests.join('\n');
      expect(requestText).not.toContain(forDevelopers);
      expect(requestText).not.toMatch(/developer_?message/i);
      if (conversation.isAborted === true && dialect.hasLoop) {
        // The SDK has thrown, and sends no further request to the model.
        expect(requests).toHaveLength(1);
        expect(thrown).toBeDefined();
        return;
      }
      expect(thrown).toBeUndefined();
      expect(requests).toHaveLength(conversation.turns.length + 1);
      const [answers, calls] = [toolAnswers, modelCalls].map((all) => all.map(({ id }) => id));
      // Some SDKs answer calls of unknown tools themselves, before all others.
      expect(dialect.hasLoop ? answers?.toSorted() : answers).toEqual(calls);
    });
  },
);

test.each(conversations)(
  'is marked as a failure by all APIs with such a flag, or by none of them: $title',
  (conversation) => {
    const marks = new Map<string, Set<boolean>>();
    for (const { answers } of transcripts.get(conversation)?.values() ?? []) {
      for (const { id, isError } of answers) {
        if (isError !== undefined) marks.set(id, (marks.get(id) ?? new Set()).add(isError));
      }
    }
    expect([...marks].filter(([, found]) => found.size > 1)).toEqual([]);
  },
);

// `TEST_SCOPE=all npx vitest run packages/tooling/models/test/conversations.test.ts -u` updates the golden file.
const page = new URL('../golden/conversations.md', import.meta.url);

test.runIf(isAll)('the model input matches the golden file', async () => {
  await expect(writeTranscripts(transcripts)).toMatchFileSnapshot(fileURLToPath(page));
});

test.skipIf(isAll)('the model input matches the golden file for each SDK', () => {
  const written = readFileSync(page, 'utf8').split('\n## ');
  const read = [...transcripts].flatMap(([{ title }, byName]) => {
    const part = written.find((one) => one.startsWith(`${title}\n`)) ?? '';
    return [...byName.values()].flatMap(({ answers }) =>
      answers.map(({ text }) => ({ title, text, isThere: part.includes(writtenText(text)) })),
    );
  });
  expect(read.filter(({ isThere }) => !isThere)).toEqual([]);
  expect(read.length).toBeGreaterThan(conversations.length);
});
