import { Module } from '@nestjs/common';
import { TemplatesModule } from '../templates/templates.module.js';
import { HomeController } from './home.controller.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageRenderer } from './page-renderer.service.js';

@Module({
  imports: [TemplatesModule],
  controllers: [HomeController],
  providers: [PageErrorFilter, PageRenderer],
  exports: [PageErrorFilter, PageRenderer],
})
export class PagesModule {}
