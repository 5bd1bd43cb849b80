/** For the pages that prepare a request by hand: sends its document, and opens the form of its signers or roles. */
import './upload.js';
import { openRolesForm } from './signers-form/roles-form.js';
import { openSignersForm } from './signers-form/signers-form.js';
import { openUseForm } from './signers-form/use-form.js';

const signers = document.querySelector<HTMLFormElement>('[data-prepare-signers]');
if (signers) openSignersForm(signers);

const roles = document.querySelector<HTMLFormElement>('[data-template-roles]');
if (roles) openRolesForm(roles);

const used = document.querySelector<HTMLFormElement>('[data-use-template]');
if (used) openUseForm(used);
