import { firstCharacters } from '@toolwire/internal';
import type { VNode } from 'preact';
import { Fold } from './controls.tsx';
import { Code, maxCharacters, Text } from './text.tsx';

interface Block {
  readonly kind: 'heading' | 'list' | 'numbers' | 'code' | 'text';
  readonly lines: readonly string[];
}

/** A browser needs seconds to lay out more lines with their elements. */
const maxLines = 2_000;

interface MarkdownProps {
  readonly text: string;
  /** What the text is, for screen readers. */
  readonly label: string;
}

/** A Markdown text: headings, lists, code and emphasis. Everything else, such as HTML, stays text. Links are not followed. */
export function Markdown({ text, label }: MarkdownProps): VNode {
  const lines = firstCharacters(text, maxCharacters).split(/\r?\n/);
  return (
    <>
      <div class="markdown">
        {blocksOf(lines.slice(0, maxLines)).map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </div>
      {(text.length > maxCharacters || lines.length > maxLines) && (
        <p class="hint">This is the beginning of {text.length.toLocaleString('en')} characters.</p>
      )}
      <Fold title="As text">{() => <Code text={text} label={label} />}</Fold>
    </>
  );
}

/** Whether a text looks like Markdown. */
export function isMarkdown(text: string): boolean {
  return /^(?:#{1,6} \S|```)/m.test(text.slice(0, 20_000));
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = [];
  let isCode = false;
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.startsWith('```')) {
      isCode = !isCode;
      if (isCode) blocks.push({ kind: 'code', lines: [] });
      continue;
    }
    const kind = isCode ? 'code' : kindOf(line);
    const isContinued = last?.kind === kind && kind !== 'heading' && !(kind === 'text' && last.lines.at(-1) === '');
    if (isContinued) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks.filter((block) => block.lines.some((line) => line.trim() !== ''));
}

function kindOf(line: string): Block['kind'] {
  if (/^#{1,6} /.test(line)) return 'heading';
  if (/^\s*\d+\. /.test(line)) return 'numbers';
  return /^\s*[-*+] /.test(line) ? 'list' : 'text';
}

function BlockView({ block: { kind, lines } }: { readonly block: Block }): VNode {
  switch (kind) {
    case 'heading':
      return (
        <h4>
          <Inline text={(lines[0] ?? '').replace(/^#+ /, '')} />
        </h4>
      );
    case 'code':
      return <Code text={lines.join('\n')} label="Code" />;
    case 'list':
      return <ul>{lines.map(itemOf)}</ul>;
    case 'numbers':
      return <ol start={Number.parseInt(lines[0] ?? '', 10)}>{lines.map(itemOf)}</ol>;
    case 'text':
      return (
        <p>
          <Inline text={lines.join(' ')} />
        </p>
      );
  }
}

function itemOf(line: string): VNode {
  return (
    <li>
      <Inline text={line.replace(/^\s*(?:[-*+]|\d+\.) /, '')} />
    </li>
  );
}

/** Code, bold and emphasized text. Asterisks next to spaces stay, as in `5 * 6 * 7`. */
function Inline({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*(?! )[^*]+(?<! )\*\*|\*(?! )[^*]+(?<! )\*)/).map((part, index) => {
        const shown = <Text text={part.replace(/^(?:`|\*\*?)|(?:`|\*\*?)$/g, '')} maxLength={maxCharacters} />;
        if (index % 2 === 0) return <Text key={index} text={part} maxLength={maxCharacters} />;
        if (part.startsWith('`')) return <code key={index}>{shown}</code>;
        return part.startsWith('**') ? <b key={index}>{shown}</b> : <em key={index}>{shown}</em>;
      })}
    </>
  );
}
