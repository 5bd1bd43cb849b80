import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { notFound } from '../../common/errors.js';
import { isLinkToken } from '../../platform/crypto/tokens.js';
import { Brands } from '../brands.js';
import { type Accent, accentOf, ON_DARK, ON_LIGHT } from '../domain/accent.policy.js';

/** The content at an address never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Colours and logos for hosted pages. Anyone who sees a page sees them, so they need no session. */
@Controller('brand')
@ApiExcludeController()
export class BrandFilesController {
  constructor(private readonly brands: Brands) {}

  /** The style sheet of a colour, built only from the colour: it names no organization. */
  @Get('colors/:file')
  colors(@Param('file') file: string, @Res() reply: FastifyReply): void {
    const [, digits] = /^([0-9a-f]{6})\.css$/.exec(file) ?? [];
    const accent = digits === undefined ? null : accentOf(`#${digits}`);
    if (!accent) throw notFound('Style sheet');
    void reply.header('cache-control', IMMUTABLE).type('text/css; charset=utf-8').send(styleOf(accent));
  }

  @Get('logos/:file')
  async logo(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const token = file.replace(/\.png$/, '');
    const png = isLinkToken(token) ? await this.brands.logo(token) : null;
    if (!png) throw notFound('Logo');
    await reply.header('cache-control', IMMUTABLE).type('image/png').send(png);
  }
}

/** Overrides the colours of tokens.css. */
const styleOf = ({ light, lightStrong, dark, darkStrong }: Accent) => `:root {
  --accent: ${light};
  --accent-strong: ${lightStrong};
  --accent-wash: var(--sunken);
  --on-accent: ${ON_LIGHT};
}

@media (prefers-color-scheme: dark) {
  :root {
    --accent: ${dark};
    --accent-strong: ${darkStrong};
    --on-accent: ${ON_DARK};
  }
}
`;
