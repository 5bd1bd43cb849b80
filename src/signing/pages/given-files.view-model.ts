import { typesOf } from '../../forms/files.js';
import { type FileField, type FormField, mostFiles } from '../../forms/form-definition.js';
import { type FilledForm } from '../domain/filled-form.js';
import { fileControl } from '../domain/form-entries.js';
import { type SigningContext } from '../domain/signing-context.js';
import { addressesOf } from '../signing-addresses.js';

/** A field that takes files (views/signing/form-files.hbs). */
export interface TakingModel {
  control: string;
  /** Media types. */
  accept: string;
  most: number;
  /** Whether it is drawn, and so a picture. */
  isDrawn: boolean;
  /** Whether a photo would be passed on with what the camera noted in it. */
  isPhotoKept: boolean;
  /** Whether there is room for another one. */
  hasRoom: boolean;
  files: GivenFile[];
  /** The value of the field as JSON, for the script. */
  value: string;
}

/** A file that was given. */
export interface GivenFile {
  id: number;
  name: string;
  bytes: number;
  /** Where this browser gets it; null for what is not shown. */
  picture: string | null;
}

export function toTaking(field: FileField, context: SigningContext, { files }: FilledForm): TakingModel {
  const given = givenFiles(field, context);
  const types = typesOf(field);
  return {
    control: fileControl(field.key),
    accept: types.join(','),
    most: mostFiles(field),
    isDrawn: field.kind !== 'attachment',
    isPhotoKept: field.kind === 'attachment' && types.some((type) => type !== 'application/pdf'),
    hasRoom: field.kind !== 'attachment' || given.length < mostFiles(field),
    files: given,
    value: JSON.stringify(files[field.key] ?? null),
  };
}

/** The files that this browser gave into a field. */
export function givenFiles({ key, kind }: FormField, { files, token }: SigningContext): GivenFile[] {
  return files
    .filter(({ fieldKey }) => fieldKey === key)
    .map(({ id, reference: { name, bytes } }) => ({
      ...{ id, name, bytes },
      picture: kind === 'attachment' ? null : `${addressesOf(token).files}/${id}`,
    }));
}
