import { pointerOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { errorsInside } from '../../field-errors.ts';
import type { Json, JsonFields } from '../../json.ts';
import { emptyValue } from '../../schema/start-value.ts';
import { Text } from '../text.tsx';
import type { BodyProps } from './field-props.ts';

interface RecordProps extends Pick<BodyProps, 'root' | 'path' | 'errors' | 'Field'> {
  readonly item: Json;
  readonly fields: JsonFields;
  readonly known: JsonFields;
  readonly isMain: boolean;
  readonly set: (name: string, value: Json | undefined) => void;
}

/** Additional properties, whose names the user chooses. */
export function RecordEntries({ item, root, path, fields, known, isMain, errors, set, Field }: RecordProps): VNode {
  const [name, setName] = useState('');
  const id = useId();
  const own = Object.keys(fields).filter((one) => !Object.hasOwn(known, one));
  const add = (): void => {
    if (name === '' || Object.hasOwn(fields, name)) return;
    set(name, emptyValue(item, root));
    setName('');
  };
  return (
    <details class="record" open={isMain || own.length > 0}>
      <summary>{isMain ? 'Entries' : 'More parameters'}</summary>
      {own.map((one) => (
        <Field
          key={one}
          schema={item}
          root={root}
          path={path + pointerOf([one])}
          label={one}
          value={fields[one]}
          errors={errorsInside(errors, one)}
          isRequired={false}
          isPlace
          onChange={(next) => set(one, next)}
        >
          <button type="button" class="quiet" onClick={() => set(one, undefined)}>
            Remove <Text text={one} most={80} />
          </button>
        </Field>
      ))}
      <div class="row">
        <label for={id}>Name of a new entry</label>
        <input
          id={id}
          data-new-entry={path}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" data-add-entry={path} onClick={add}>
          Add entry
        </button>
      </div>
    </details>
  );
}
