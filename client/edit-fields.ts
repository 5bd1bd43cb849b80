/** For the page on which the fields of a request are placed. */
import { openFieldEditor } from './field-editor/editor.js';

const fields = document.querySelector<HTMLFormElement>('[data-field-editor]');
if (fields) void openFieldEditor(fields);
