import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { refused } from '../../common/errors.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { MadeOnce } from '../../platform/idempotency/made-once.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type DocumentForm } from './document-forms.js';
import { type Fields } from './form-fields.js';

/** How often, and how many times, a second press looks whether the first is done. */
const PAUSE_MS = 100;
const MOST_LOOKS = 50;

const underWay = () =>
  refused('under_way', 'What this form makes is already under way. It will be in the list in a moment.');

/** Makes one thing for a form that is sent more than once: pressed twice, again after going back, or from two tabs. */
@Injectable()
export class SentOnce {
  constructor(private readonly once: MadeOnce) {}

  /**
   * Runs `make`, unless it has run for this form with these entries: a form that is changed after going back is another.
   * @param what - what is made, and of what, such as `template-of:42`
   * @param entered - all fields of the form; `once` is a number that its page drew at random, which pages of earlier
   * versions lack
   * @returns the id of what was made
   * @throws AppError 400 `under_way` if another submission has been making it for long
   */
  async run<Id extends number | string>(
    { organizationId }: DashboardVisit,
    what: string,
    entered: Fields,
    make: () => Promise<Id>,
  ): Promise<Id> {
    if (!entered.once) return make();
    const form = sha256(JSON.stringify(entered)).toString('hex');
    for (let look = 0; look < MOST_LOOKS; look++) {
      const id = await this.once.run(organizationId, what, form, make);
      if (id !== null) return id;
      await wait(PAUSE_MS);
    }
    throw underWay();
  }
}

/** The fields of a form with a document, which is one of them. */
export const enteredIn = ({ texts, file, fileName }: DocumentForm): Fields => ({
  ...Object.fromEntries(texts),
  fileName,
  file: file.sha256.toString('hex'),
});
