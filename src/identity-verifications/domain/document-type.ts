export const DOCUMENT_TYPES = ['passport', 'id_card', 'drivers_license'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
