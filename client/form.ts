/** The page of a document with a form. Only it loads what decides about fields. */
import { openDocumentPage } from './document-page.js';
import { FormFilling } from './form-filling/form-filling.js';
import { SignForm } from './sign-in-document/sign-form.js';

openDocumentPage((form) => void new SignForm(form, new FormFilling(form)));
