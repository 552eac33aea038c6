import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { findInJson, type JsonSearch } from '../../json/find-in-json.ts';
import { findTable } from '../../json/find-table.ts';
import { isDeep, type Json, prettyJson, writeJson } from '../../json.ts';
import type { Store } from '../../store.ts';
import { Button } from '../controls.tsx';
import { Code } from '../text.tsx';
import { JsonRows } from './json-table.tsx';
import { JsonTree } from './json-tree.tsx';

interface JsonViewProps {
  readonly value: Json;
  readonly label: string;
  readonly store: Store;
  /** The JSON pointers to the values that differ from another protocol. */
  readonly changed: readonly string[];
}

/** The delay of the search after a key, because a value may be large. */
const searchDelayMs = 120;

/** An object or a list as a tree, as a table if it has rows, and as text, with a search. */
export function JsonView({ value, label, store, changed }: JsonViewProps): VNode {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const text = useMemo(() => writeJson(value), [value]);
  const isShown = useMemo(() => text !== undefined && !isDeep(text), [text]);
  const table = useMemo(() => (isShown ? findTable(value) : undefined), [value, isShown]);
  const search = useMemo(() => (isShown ? findInJson(value, query) : undefined), [value, query, isShown]);
  if (text === undefined) {
    return <Code label={label} text="This is nested too deeply. See the request log." />;
  }
  if (!isShown) return <Code label={label} text={text} />;
  // A result that is only rows is read as a table. Marked differences are in the tree.
  const chosen = store.jsonView.value ?? (table?.isComplete === true && changed.length === 0 ? 'table' : 'tree');
  const view = chosen === 'table' && table === undefined ? 'tree' : chosen;
  const views = [
    ['tree', 'Tree'],
    ...(table === undefined ? [] : ([['table', 'Table']] as const)),
    ['raw', 'Raw'],
  ] as const;
  return (
    <div class="json-view">
      <div class="json-bar">
        <div class="tab-bar" role="group" aria-label="Show the result as">
          {views.map(([id, title]) => (
            <Button key={id} aria-pressed={view === id} onClick={() => (store.jsonView.value = id)} text={title} />
          ))}
        </div>
        <input
          type="search"
          aria-label="Search the result"
          placeholder="Search the result"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <span class="hint" role="status">
          {view !== 'table' && searchSummary(search)}
        </span>
      </div>
      {view === 'tree' && <JsonTree value={value} label={label} search={search} changed={changed} />}
      {view === 'table' && table !== undefined && <JsonRows table={table} query={query} label={label} />}
      {view === 'raw' && <Code label={label} text={prettyJson(text)} isJson query={query.trim().toLowerCase()} />}
    </div>
  );
}

function searchSummary(search: JsonSearch | undefined): string {
  if (search === undefined) return '';
  const { size } = search.matches;
  if (search.isCut) return `${size}+ found`;
  return size === 0 ? 'Nothing found' : `${size} found`;
}
