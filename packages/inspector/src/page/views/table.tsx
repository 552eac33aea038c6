import type { ComponentChildren, Ref, VNode } from 'preact';
import { Text } from './text.tsx';

interface TableProps {
  readonly label: string;
  readonly titles: readonly string[];
  readonly class?: string;
  readonly scrollRef?: Ref<HTMLDivElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The bodies of the table. */
  readonly children: ComponentChildren;
}

/** A scrollable table with a title for each column. */
export function Table({ label, titles, class: className = '', scrollRef, onKeyDown, children }: TableProps): VNode {
  return (
    <div
      class={`table ${className}`}
      ref={scrollRef ?? null}
      tabIndex={0}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <table>
        <thead>
          <tr>
            {titles.map((title, index) => (
              <th scope="col" key={index} class={columnClass(title)}>
                <Text text={title} maxLength={200} />
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

interface TextCellProps {
  /** The title of its column, if narrow screens hide the column. */
  readonly column?: string;
  readonly text: string;
  readonly maxLength: number;
}

/** A cell with a string of unknown origin. */
export function TextCell({ column, text, maxLength }: TextCellProps): VNode {
  return (
    <td class={column && columnClass(column)}>
      <Text text={text} maxLength={maxLength} />
    </td>
  );
}

/** Returns the class of a column, which narrow screens may hide. The titles of a CSV file must not set other classes. */
export function columnClass(title: string): string {
  return `col-${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)}`;
}
