import { firstCharacters } from '@toolwire/internal';
import { pointerOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { hasModifier, moveFocus } from '../../focus.ts';
import type { JsonSearch } from '../../json/find-in-json.ts';
import { matchesOf } from '../../json/highlight-json.ts';
import { isList, type Json, memberOf } from '../../json.ts';
import { Button } from '../controls.tsx';
import { Text } from '../text.tsx';

interface TreeProps {
  readonly value: Json;
  readonly label: string;
  readonly search: JsonSearch | undefined;
  readonly changed: readonly string[];
}

interface NodeProps extends Omit<TreeProps, 'label'> {
  readonly name: string | undefined;
  readonly path: string;
  readonly depth: number;
  /** How many nodes the page shows at this depth, if all nodes around it are open. */
  readonly nodesAtDepth: number;
}

/** How many members are shown at first, and how many more each time. */
const pageSize = 100;
const maxOpenDepth = 4;
/** How many members of a closed node are shown next to it. */
const maxPreviewed = 3;

/** A value as a tree. Only open objects and lists are in the page, so that it can be large. */
export function JsonTree({ value, label, search, changed }: TreeProps): VNode {
  return (
    <div class="json-tree" role="group" aria-label={label} onKeyDown={moveInTree}>
      <ul>
        <Node {...{ value, search, changed }} name={undefined} path="" depth={0} nodesAtDepth={1} />
      </ul>
    </div>
  );
}

/** The arrow keys open and close the node with the focus, and move to the next one. */
function moveInTree(event: KeyboardEvent): void {
  if (hasModifier(event)) return;
  const { key, target } = event;
  const wanted = key === 'ArrowRight' ? 'false' : key === 'ArrowLeft' ? 'true' : undefined;
  if (wanted !== undefined && target instanceof HTMLElement && target.ariaExpanded === wanted) {
    event.preventDefault();
    target.click();
  } else moveFocus(event, 'button');
}

function Node({ name, value, path, depth, nodesAtDepth, search, changed }: NodeProps): VNode {
  const isNested = typeof value === 'object' && value !== null;
  const names = isNested ? Object.keys(value) : [];
  const [openChoice, setOpenChoice] = useState<boolean | undefined>(undefined);
  const [shownCount, setShownCount] = useState(pageSize);
  const isChanged = changed.includes(path);
  const hasMarkedMember =
    search?.ancestors.has(path) === true || changed.some((pointer) => pointer.startsWith(`${path}/`));
  const isSmall = depth < maxOpenDepth && nodesAtDepth * names.length <= pageSize;
  const isOpen = openChoice ?? (hasMarkedMember || depth === 0 || isSmall);
  const label =
    name === undefined ? null : (
      <>
        <span class="json-key">
          <Highlighted text={name} search={search} />
        </span>
        :{' '}
      </>
    );
  if (!isNested) {
    return (
      <li class={isChanged ? 'changed' : undefined}>
        {label}
        <Leaf value={value} search={search} />
      </li>
    );
  }
  const isShown = (member: string): boolean => {
    if (search === undefined || search.matches.has(path)) return true;
    const pointer = path + pointerOf([member]);
    return search.ancestors.has(pointer) || search.matches.has(pointer);
  };
  const shown = isOpen ? names.filter(isShown) : [];
  const brackets = isList(value) ? ['[', ']'] : ['{', '}'];
  return (
    <li class={isChanged ? 'changed' : undefined}>
      <Button aria-expanded={isOpen} onClick={() => setOpenChoice(!isOpen)}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        <span>
          {label}
          <span class="hint">
            {brackets[0]}
            {names.length}
            {brackets[1]} {!isOpen && <Text text={previewOf(value, names)} maxLength={80} />}
          </span>
        </span>
      </Button>
      {isOpen && (
        <ul>
          {shown.slice(0, shownCount).map((member) => (
            <Node
              key={member}
              name={member}
              value={memberOf(value, member) ?? null}
              path={path + pointerOf([member])}
              depth={depth + 1}
              nodesAtDepth={nodesAtDepth * names.length}
              search={search}
              changed={changed}
            />
          ))}
          {shown.length > shownCount && (
            <li>
              <Button
                class="more"
                onClick={() => setShownCount(shownCount + pageSize)}
                text={`Show ${Math.min(pageSize, shown.length - shownCount)} more of ${shown.length.toLocaleString('en')}`}
              />
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/** The first values of a closed object or list, such as `id: 7, city: "Graz"`. */
function previewOf(value: Extract<Json, object>, names: readonly string[]): string {
  return names
    .slice(0, maxPreviewed)
    .flatMap((name) => {
      const member = memberOf(value, name) ?? null;
      if (typeof member === 'object' && member !== null) return [];
      const text = leafText(member, 40);
      return isList(value) ? text : `${name}: ${text}`;
    })
    .join(', ');
}

interface LeafProps {
  readonly value: Json;
  readonly search: JsonSearch | undefined;
}

const maxLeafLength = 2_000;

function Leaf({ value, search }: LeafProps): VNode {
  const kind = typeof value === 'string' || typeof value === 'number' ? typeof value : 'word';
  return (
    <>
      <span class={`json-${kind}`}>
        <Highlighted text={leafText(value, maxLeafLength)} search={search} />
      </span>
      {typeof value === 'string' && value.length > maxLeafLength && (
        <span class="hint"> … {value.length.toLocaleString('en')} characters</span>
      )}
    </>
  );
}

/** Writes a value as JSON, up to a number of characters of a string. */
function leafText(value: Json, maxLength: number): string {
  return JSON.stringify(typeof value === 'string' ? firstCharacters(value, maxLength) : value);
}

/** A text with the first match of the query highlighted. */
function Highlighted({ text, search }: { readonly text: string; readonly search: JsonSearch | undefined }): VNode {
  const [match] = search === undefined ? [] : matchesOf(search.query, text);
  // The value is cut already. Quotes and escapes make its text a little longer.
  if (match === undefined) return <Text text={text} maxLength={maxLeafLength + 100} />;
  return (
    <>
      <Text text={text.slice(0, match.from)} />
      <mark>
        <Text text={text.slice(match.from, match.to)} />
      </mark>
      <Text text={text.slice(match.to)} />
    </>
  );
}
