import { type DocumentType } from './document-type.js';

export const DOCUMENT_SIDES = ['front', 'back'] as const;
export type DocumentSide = (typeof DOCUMENT_SIDES)[number];

/** The sides to photograph, in order: a passport has everything on its photo page. */
export const SIDES_OF: Readonly<Record<DocumentType, readonly DocumentSide[]>> = {
  passport: ['front'],
  id_card: ['front', 'back'],
  drivers_license: ['front', 'back'],
};

/** Photos of one side: the first and three retakes. */
export const MAX_ATTEMPTS = 4;
