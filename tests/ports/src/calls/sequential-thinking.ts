import { call, type Step } from './step.ts';

const think = (input: Readonly<Record<string, unknown>>): Step => call('sequentialthinking', input);
const first = { thought: 'Look at the question', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 3 };

export const sequentialThinkingCalls: readonly Step[] = [
  think(first),
  think({ ...first, thoughtNumber: 2 }),
  think({ ...first, thoughtNumber: 5 }),
  think({ ...first, nextThoughtNeeded: 'true', thoughtNumber: '3', totalThoughts: '4' }),
  think({ ...first, nextThoughtNeeded: 'FALSE' }),
  think({ ...first, isRevision: true, revisesThought: 1 }),
  think({ ...first, isRevision: 'false' }),
  think({ ...first, branchFromThought: 2, branchId: 'other' }),
  think({ ...first, branchFromThought: 2, branchId: 'third' }),
  think({ ...first, branchFromThought: 3, branchId: 'other' }),
  think({ ...first, branchId: 'without a start' }),
  think({ ...first, branchFromThought: 1 }),
  think({ ...first, needsMoreThoughts: true, mood: 'good' }),
  think({ ...first, thought: '' }),
  think({ ...first, thought: 'Zeile 1\nZeile "2" 🙂' }),
  // Invalid calls.
  think({}),
  think({ ...first, thought: 7 }),
  think({ ...first, nextThoughtNeeded: 'perhaps' }),
  think({ ...first, thoughtNumber: 0 }),
  think({ ...first, thoughtNumber: 1.5 }),
  think({ ...first, totalThoughts: 'many' }),
  call('think', first),
  think({ ...first, nextThoughtNeeded: false }),
];
