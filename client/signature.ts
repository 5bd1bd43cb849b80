/** The last screen's form, where the signature was not given in the document. */
import { openMarkField } from './mark-field.js';

const field = document.querySelector<HTMLElement>('[data-mark]');
if (field) openMarkField(field);
