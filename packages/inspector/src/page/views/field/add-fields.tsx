import { cutText, escapeControls } from '@toolwire/internal';
import { pointerOf, resolveSchema } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import type { JsonFields } from '../../json.ts';
import { Text } from '../text.tsx';
import type { BodyProps } from './field-props.ts';

interface AddProps extends Pick<BodyProps, 'root' | 'path'> {
  /** The optional properties without a field. */
  readonly names: readonly string[];
  readonly known: JsonFields;
  readonly onAdd: (name: string) => void;
}

/** A button for each optional property, which adds its field. */
export function AddFields({ names, known, root, path, onAdd }: AddProps): VNode | null {
  if (names.length === 0) return null;
  return (
    <div class="row" role="group" aria-label="Optional fields">
      {names.map((name) => {
        const { description } = resolveSchema(known[name], root);
        return (
          <button
            key={name}
            type="button"
            class="add-field"
            data-add-field={path + pointerOf([name])}
            title={typeof description === 'string' ? escapeControls(cutText(description, 300)) : undefined}
            onClick={() => onAdd(name)}
          >
            <span aria-hidden="true">+ </span>
            <span class="visually-hidden">Add </span>
            <Text text={name} most={80} />
          </button>
        );
      })}
    </div>
  );
}
