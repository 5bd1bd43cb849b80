import { LinkVisitor, type VisitedPage } from './link-visitor.js';
import { formWith, type PageField } from './page-forms.js';
import { type Pictures, SimulatedPerson } from './simulated-person.js';

export interface SigningOptions {
  /** For a typed signature, and where the page asks for a name. */
  name: string;
  /** The code from the signer's email, for the type `advanced`. */
  code?: string;
  /** The host of the type `in_person`. */
  witness: string;
  /** For signers who must verify their identity first. */
  pictures: Pictures;
  /** These signers ask for a reviewer's decision where the page needs a camera. */
  asksHuman?: boolean;
}

/** The outcome of signing. `in_review`: a reviewer must decide before the signer can continue. */
export interface SigningOutcome {
  outcome: 'signed' | 'in_review';
  /** The heading of the last page. */
  page: string;
}

/** The last screen is repeated after entering a name, and at most every 30 seconds for others' changes. */
const MOST_REVIEWS = 3;
const FILLED_IN = 'Simulated';

/** Goes through a signing link as a person without scripts or questions would. */
export class SimulatedSigner {
  private readonly visitor: LinkVisitor;

  constructor(private readonly link: string) {
    this.visitor = new LinkVisitor(link, 'sign');
  }

  /** @throws Error with the page's message, if it does not let the person sign */
  async sign(options: SigningOptions): Promise<SigningOutcome> {
    await this.landing();
    const page = await this.reachConsent(options);
    if ((await this.visitor.state()).step === 'in_review')
      return { outcome: 'in_review', page: page.heading };
    const fields = formWith(page.html, 'agree');
    if (!fields) throw refusal(page);
    let done = await this.visitor.send('consent', fillIn(fields, options));
    // Before consent, the page shows a newly entered name as it will be written, and any changes that others have
    // made meanwhile.
    for (let left = MOST_REVIEWS; left > 0 && !isAt(done, 'done'); left--) {
      const review = done.errors.length === 0 && formWith(done.html, 'agree');
      if (review) done = await this.visitor.send('consent', fillIn(review, options));
    }
    if (!isAt(done, 'done')) throw refusal(done);
    return { outcome: 'signed', page: done.heading };
  }

  /** @returns the heading of the last page @throws Error with the page's message, if the person cannot reject */
  async reject(reason: string): Promise<string> {
    await this.landing();
    const page = await this.visitor.open('reject');
    if (!formWith(page.html, 'reason')) throw refusal(page);
    const done = await this.visitor.send('reject', { reason, confirmed: 'yes' });
    if (done.status !== 200 || formWith(done.html, 'reason')) throw refusal(done);
    return done.heading;
  }

  /** Fetches the link's page, which the audit trail records. Sending the first form shows that a person opened it. */
  private async landing(): Promise<void> {
    const page = await this.visitor.open();
    if (page.status !== 200) throw refusal(page);
  }

  private async reachConsent({ code, pictures, asksHuman }: SigningOptions): Promise<VisitedPage> {
    let page = await this.visitor.open('consent');
    if (isAt(page, 'code')) {
      if (code === undefined) {
        await this.visitor.send('code/send');
        throw new Error('A code was sent to the signer by email: repeat the command with --code');
      }
      const entered = await this.visitor.send('code', { code });
      if (isAt(entered, 'code')) throw refusal(entered);
      page = await this.visitor.open('consent');
    }
    if (isAt(page, 'identity') && (await this.visitor.state()).step !== 'in_review') {
      const session = await this.visitor.send('identity');
      if (!new URL(session.url).pathname.includes('/verify/')) throw refusal(session);
      await new SimulatedPerson(session.url).verify({ ...pictures, documentType: 'passport', asksHuman });
      page = await this.visitor.open('consent');
    }
    return page;
  }
}

/** A page below the link, such as `https://…/sign/<token>/done`. */
const isAt = ({ url }: VisitedPage, page: string) => new URL(url).pathname.endsWith(`/${page}`);

function refusal({ heading, errors, status }: VisitedPage): Error {
  return new Error(`The page says “${[heading, ...errors].filter(Boolean).join(': ')}” (${status})`);
}

/** Fills in every required field as simply as possible; the signature is typed if the person can choose. */
function fillIn(fields: PageField[], { name, witness }: SigningOptions): Record<string, string> {
  const known: Record<string, string> = { method: 'typed', typed: name, name, witness };
  const entries = fields.flatMap((field) => {
    const { type, value, isRequired, isChecked } = field;
    if (field.name in known) return [[field.name, type === 'text' && value ? value : known[field.name]!]];
    if (type === 'checkbox') return isRequired || isChecked ? [[field.name, value]] : [];
    if (type === 'hidden' || value !== '') return type === 'radio' ? [] : [[field.name, value]];
    return type === 'text' && isRequired ? [[field.name, FILLED_IN]] : [];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
