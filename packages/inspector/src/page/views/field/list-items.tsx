import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorsInside, errorsOutside, errorText } from '../../field-errors.ts';
import { focusField } from '../../focus.ts';
import { isList, type Json } from '../../json.ts';
import { emptyValue } from '../../schema/start-value.ts';
import { Text } from '../text.tsx';
import type { BodyProps } from './field-props.ts';

/** The items of a list: first those of a tuple, then any number of others. */
export function ListItems({ schema, root, value, path, errors, onChange, Field }: BodyProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (added !== undefined) focusField(box.current, { path: `${path}/${added}`, isButton: false });
  }, [added, path]);
  const { prefixItems, items } = schema;
  const places = isList(prefixItems) ? prefixItems : isList(items) ? items : [];
  const more = isList(items) ? schema['additionalItems'] : items;
  const list = isList(value) ? value : [];
  const shown = Math.max(list.length, places.length);
  const outside = errorText(errorsOutside(errors, [...Array(shown).keys()]));
  // An item keeps its key if one before it is removed, so that a file that it still reads stays its value.
  const keys = useRef<readonly object[]>([]);
  keys.current = Array.from({ length: shown }, (_, at) => keys.current[at] ?? {});
  const set = (index: number, next: Json | undefined): void => {
    const filled = Array.from(
      { length: Math.max(list.length, index + 1) },
      (_, at) => list[at] ?? emptyValue(places[at], root),
    );
    onChange(filled.with(index, next ?? null));
  };
  const remove = (index: number): void => {
    setAdded(undefined);
    keys.current = keys.current.toSpliced(index, 1);
    onChange(list.toSpliced(index, 1));
  };
  return (
    <div class="list" ref={box}>
      {outside !== undefined && (
        <p class="error field-error">
          <Text text={outside} />
        </p>
      )}
      {Array.from({ length: shown }, (_, index) => (
        <Field
          key={keys.current[index]}
          schema={places[index] ?? more ?? {}}
          root={root}
          path={`${path}/${index}`}
          label={`${index + 1}`}
          value={list[index]}
          errors={errorsInside(errors, index)}
          isRequired={false}
          isPlace
          onChange={(next) => set(index, next)}
        >
          {index >= places.length && (
            <button type="button" class="quiet" onClick={() => remove(index)}>
              Remove {index + 1}
            </button>
          )}
        </Field>
      ))}
      {more !== false && (
        <button
          type="button"
          data-add-item={path}
          onClick={() => {
            onChange([...list, emptyValue(more, root)]);
            setAdded(list.length);
          }}
        >
          Add item
        </button>
      )}
    </div>
  );
}
