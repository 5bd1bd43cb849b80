import { Module } from '@nestjs/common';
import { TemplatesModule } from '../templates/templates.module.js';
import { HomeController } from './home.controller.js';
import { LanguageController } from './language.controller.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageOwners } from './page-owners.js';
import { PageRenderer } from './page-renderer.js';

@Module({
  imports: [TemplatesModule],
  controllers: [HomeController, LanguageController],
  providers: [PageErrorFilter, PageOwners, PageRenderer],
  exports: [PageErrorFilter, PageOwners, PageRenderer],
})
export class PagesModule {}
