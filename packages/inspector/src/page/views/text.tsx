import { cutText, escapeControls, firstCharacters } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { highlightJson } from '../json/highlight-json.ts';
import { Button, CopyButton } from './controls.tsx';

/** A string of unknown origin. Control and direction characters are escaped, and long strings are cut. */
export function Text({ text, maxLength = 2_000 }: { readonly text: string; readonly maxLength?: number }): VNode {
  return <bdi class="text">{safeText(cutText(text, maxLength))}</bdi>;
}

const firstShown = 20_000;
/** A browser needs seconds to lay out more characters. */
export const maxCharacters = 200_000;

interface CodeProps {
  readonly text: string;
  readonly label: string;
  /** Whether its tokens are colored as JSON. */
  readonly isJson?: boolean;
  /** A text to highlight, in lower case. */
  readonly query?: string;
}

/** A string with its lines in a scrollable box, cut if it is very long. */
export function Code({ text, label, isJson = false, query = '' }: CodeProps): VNode {
  const [shownLength, setShownLength] = useState(firstShown);
  const codeRef = useRef<HTMLPreElement>(null);
  const shown = safeText(firstCharacters(text, shownLength));
  useEffect(() => {
    const node = codeRef.current?.firstChild;
    return node instanceof window.Text ? highlightJson(node, isJson, query) : undefined;
  }, [shown, isJson, query]);
  return (
    <div class="code">
      <pre ref={codeRef} tabIndex={0} role="group" aria-label={label}>
        {shown}
      </pre>
      {text.length > shownLength && shownLength < maxCharacters && (
        <Button
          onClick={() => setShownLength(maxCharacters)}
          text={`Show more of ${text.length.toLocaleString('en')} characters`}
        />
      )}
      {text.length > maxCharacters && shownLength === maxCharacters && (
        <p class="hint">
          This is the beginning of {text.length.toLocaleString('en')} characters.{' '}
          <CopyButton text={text} title="Copy all" />
        </p>
      )}
    </div>
  );
}

/** A string that may be JSON, with a title above it. */
export function TitledCode({ text, title }: { readonly text: string; readonly title: string }): VNode {
  return (
    <>
      <h3 class="hint">{title}</h3>
      <Code text={text} label={title} isJson />
    </>
  );
}

/** Escapes control and direction characters; line ends stay. */
function safeText(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeControls(line.replaceAll('\t', '  ')))
    .join('\n');
}
