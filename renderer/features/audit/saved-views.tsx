import { Button, Menu, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Me } from '../../api/context.tsx';
import { DropdownMenu } from '../../components/dropdown-menu.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { AuditSearch } from '../../search-params.ts';
import { readViews, type SavedView, viewName, viewOf, withoutView, withView } from './saved-views.logic.ts';

interface SavedViewsProps {
  me: Me;
  search: AuditSearch;
  onOpen: (search: AuditSearch) => void;
}

/** DECISION 0183: filters that a user keeps under a name, in this browser. */
export const SavedViews = ({ me, search, onOpen }: SavedViewsProps) => {
  const { t } = useTranslation();
  const [views, setViews] = useLocalStorage<SavedView[]>({
    key: `castellan-audit-views-${me.user_id}`,
    defaultValue: [],
    deserialize: readViews,
    getInitialValueInEffect: false,
  });
  const [saving, save] = useDisclosure();
  const open = viewOf(views, search);
  const filtered = Object.keys(search).length > 0;
  return (
    <>
      <DropdownMenu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {t('audit.views.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              {...(view === open && { 'aria-current': true, fw: 600 })}
              className="break-anywhere"
              onClick={() => onOpen(view.search)}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {open ? (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                setViews((present) => withoutView(present, open.name));
                notifyDone(t('audit.views.deleted', { name: open.name }));
              }}
            >
              {t('audit.views.delete', { name: open.name })}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconBookmarkPlus size={16} aria-hidden />}
              disabled={!filtered}
              onClick={save.open}
            >
              {t(filtered ? 'audit.views.save' : 'audit.views.none')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </DropdownMenu>
      <FormDialog
        opened={saving}
        onClose={save.close}
        title={t('audit.views.title')}
        action={t('audit.views.action')}
        operation={{
          schema: z.object({ name: viewName }),
          initialValues: { name: '' },
          submit: async ({ name }) => {
            setViews((present) => withView(present, { name, search }));
            notifyDone(t('audit.views.saved', { name }));
            save.close();
          },
        }}
      >
        {(form) => (
          <TextInput
            label={t('audit.views.name')}
            description={t('audit.views.hint')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
        )}
      </FormDialog>
    </>
  );
};
