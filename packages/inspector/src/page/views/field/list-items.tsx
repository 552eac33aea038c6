import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorsInside, errorsOutside, errorText } from '../../field-errors.ts';
import { focusField } from '../../focus.ts';
import { entriesOf, isList, type Json } from '../../json.ts';
import { emptyValue } from '../../schema/initial-value.ts';
import { Button } from '../controls.tsx';
import { type BodyProps, FieldErrorText } from './labeled-field.tsx';

/** The items of a list: the items of a tuple, and any number of others. */
export function ListItems({ schema, root, value, path, errors, onChange, Field }: BodyProps): VNode {
  const listRef = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (added === undefined) return;
    focusField(listRef.current, { path: `${path}/${added}`, isButton: false });
    setAdded(undefined);
  }, [added, path]);
  const { prefixItems, items } = schema;
  // Draft-07 names the items after a tuple `additionalItems`.
  const tuple = isList(prefixItems) ? prefixItems : entriesOf(schema, 'items');
  const itemSchema = isList(items) ? schema['additionalItems'] : items;
  const list = isList(value) ? value : [];
  const length = Math.max(list.length, tuple.length);
  const outsideErrors = errorsOutside(errors, [...Array(length).keys()]);
  // An item keeps its key if an item before it is removed. Otherwise a file that is still being read would become
  // the value of another item.
  const keys = useRef<readonly object[]>([]);
  keys.current = Array.from({ length }, (_, index) => keys.current[index] ?? {});
  const set = (index: number, next: Json | undefined): void => {
    const filled = [...list];
    while (filled.length <= index) filled.push(emptyValue(tuple[filled.length], root));
    onChange(filled.with(index, next ?? null));
  };
  const remove = (index: number): void => {
    // The focus would leave the page with the button.
    listRef.current?.querySelector<HTMLElement>(':scope > [data-add-item]')?.focus();
    keys.current = keys.current.toSpliced(index, 1);
    onChange(list.toSpliced(index, 1));
  };
  return (
    <div class="list" ref={listRef}>
      <FieldErrorText error={errorText(outsideErrors)} />
      {Array.from({ length }, (_, index) => (
        <Field
          key={keys.current[index]}
          schema={tuple[index] ?? itemSchema ?? {}}
          root={root}
          path={`${path}/${index}`}
          label={`${index + 1}`}
          value={list[index]}
          errors={errorsInside(errors, index)}
          isRequired={false}
          isItem
          onChange={(next) => set(index, next)}
        >
          {index >= tuple.length && <Button class="quiet" onClick={() => remove(index)} text={`Remove ${index + 1}`} />}
        </Field>
      ))}
      {itemSchema !== false && (
        <Button
          data-add-item={path}
          onClick={() => {
            set(length, emptyValue(itemSchema, root));
            setAdded(length);
          }}
          text="Add item"
        />
      )}
    </div>
  );
}
