import { styleText } from 'node:util';
import type { Thought } from './thought.ts';

/** Draws a box around a thought, for people who read the log. */
export function drawThought(shown: Thought): string {
  const { thought, thoughtNumber, totalThoughts } = shown;
  const header = `${headOf(shown)} ${thoughtNumber}/${totalThoughts}${originOf(shown)}`;
  const border = '─'.repeat(Math.max(header.length, thought.length) + 4);
  return `
┌${border}┐
│ ${header} │
├${border}┤
│ ${thought.padEnd(border.length - 2)} │
└${border}┘`;
}

function headOf({ isRevision, branchFromThought }: Thought): string {
  if (isRevision) return styleText('yellow', '🔄 Revision');
  return branchFromThought === undefined ? styleText('blue', '💭 Thought') : styleText('green', '🌿 Branch');
}

function originOf({ isRevision, revisesThought, branchFromThought, branchId }: Thought): string {
  if (isRevision) return ` (revising thought ${revisesThought})`;
  return branchFromThought === undefined ? '' : ` (from thought ${branchFromThought}, ID: ${branchId})`;
}
