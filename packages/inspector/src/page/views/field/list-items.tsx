import type { VNode } from 'preact';
import { errorsInside, errorsOutside, errorText } from '../../field-errors.ts';
import { isList, type Json } from '../../json.ts';
import { emptyValue } from '../../schema/start-value.ts';
import { Text } from '../text.tsx';
import type { BodyProps } from './field-props.ts';

/** The items of a list: first those of a tuple, then any number of others. */
export function ListItems({ schema, root, value, path, errors, onChange, Field }: BodyProps): VNode {
  const { prefixItems, items } = schema;
  const places = isList(prefixItems) ? prefixItems : isList(items) ? items : [];
  const more = isList(items) ? schema['additionalItems'] : items;
  const list = isList(value) ? value : [];
  const shown = Math.max(list.length, places.length);
  const outside = errorText(errorsOutside(errors, [...Array(shown).keys()]));
  const set = (index: number, next: Json | undefined): void => {
    const filled = Array.from(
      { length: Math.max(list.length, index + 1) },
      (_, at) => list[at] ?? emptyValue(places[at], root),
    );
    onChange(filled.with(index, next ?? null));
  };
  return (
    <div class="list">
      {outside !== undefined && (
        <p class="error field-error">
          <Text text={outside} />
        </p>
      )}
      {Array.from({ length: shown }, (_, index) => (
        <Field
          key={index}
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
            <button type="button" class="quiet" onClick={() => onChange(list.toSpliced(index, 1))}>
              Remove {index + 1}
            </button>
          )}
        </Field>
      ))}
      {more !== false && (
        <button type="button" data-add-item={path} onClick={() => onChange([...list, emptyValue(more, root)])}>
          Add item
        </button>
      )}
    </div>
  );
}
