; Public signatures of TypeScript and JavaScript. What the captures mean stands in ../language-file.ts.
;; language: TypeScript/JavaScript
;; grammar tree-sitter-typescript: .ts .mts .cts
;; grammar tree-sitter-tsx: .tsx .js .jsx .mjs .cjs
;; group ambient: .d.ts .d.mts .d.cts
;; joined-by: .
;; kept: arrow_function function_expression generator_function class
;; tests: **/test/** **/tests/** **/__tests__/** **/*.test.* **/*.spec.*

; What is exported where it stands.
(export_statement declaration: [
  (function_declaration name: (_) @name)
  (generator_function_declaration name: (_) @name)
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (ambient_declaration [
    (function_signature name: (_) @name)
    (class_declaration name: (_) @name)
    (abstract_class_declaration name: (_) @name)
    (interface_declaration name: (_) @name)
    (type_alias_declaration name: (_) @name)
    (enum_declaration name: (_) @name)
    (internal_module name: (_) @name)])]) @item
(export_statement declaration: [
  (lexical_declaration (variable_declarator name: (identifier) @name) @part)
  (variable_declaration (variable_declarator name: (identifier) @name) @part)
  (ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @part))
  (ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @part))]) @item
(export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @part
  (pair_pattern value: (identifier) @name) @part])))) @item
(export_statement declaration: (lexical_declaration (variable_declarator name: (array_pattern (identifier) @name @part)))) @item
(export_statement "export" @cut declaration: (_))
(export_statement "default" @cut declaration: (_))
((export_statement "default" declaration: [
  (function_declaration name: (_) @name)
  (generator_function_declaration name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)]) @item (#set! name "default"))

; `export default` of something else, and `export =`.
((export_statement "default" value: (identifier) @listed) (#set! as "default"))
((export_statement "default" value: (_) @name) @item (#not-match? @name "^[A-Za-z_$][\\w$]*$") (#set! name "default"))
((export_statement "default" value: (class body: (_) @cut) @name) @scope (#set! name "default"))
(export_statement "default" value: (_) @value)
((export_statement "=" (identifier) @listed) (#set! as "export="))

; What is exported by its name elsewhere.
(export_specifier name: (_) @listed !alias)
(export_specifier name: (_) @listed alias: (_) @as)
(export_statement source: (_) @from) @foreign
(export_statement (namespace_export (_) @name) source: (_)) @item
((export_statement "*" source: (string) @name) @item (#set! prefix "* from "))

; What has to be exported by its name to be seen.
((program [
  (function_declaration name: (_) @name)
  (generator_function_declaration name: (_) @name)
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (expression_statement (internal_module name: (_) @name))] @item) (#set! shown listed))
((program (lexical_declaration (variable_declarator name: (identifier) @name) @part) @item) (#set! shown listed))
((program (variable_declaration (variable_declarator name: (identifier) @name) @part) @item) (#set! shown listed))
((program (import_statement (import_clause (named_imports (import_specifier name: (_) @name !alias) @part))) @item) (#set! shown listed))
((program (import_statement (import_clause (named_imports (import_specifier alias: (_) @name) @part))) @item) (#set! shown listed))
((program (import_statement (import_clause (identifier) @name)) @item) (#set! shown listed))
((program (import_statement (import_clause (namespace_import (identifier) @name))) @item) (#set! shown listed))

; A file of declarations without exports speaks of what is there everywhere; so does a namespace that is declared.
((program (ambient_declaration [
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (module name: (_) @name)
  (lexical_declaration (variable_declarator name: (identifier) @name))
  (variable_declaration (variable_declarator name: (identifier) @name))]) @item) (#set! only ambient))
(ambient_declaration [
  (internal_module body: (statement_block [(function_signature name: (_) @name) (class_declaration name: (_) @name) (interface_declaration name: (_) @name) (type_alias_declaration name: (_) @name) (lexical_declaration (variable_declarator name: (identifier) @name))] @item))
  (module body: (statement_block [(function_signature name: (_) @name) (class_declaration name: (_) @name) (interface_declaration name: (_) @name) (type_alias_declaration name: (_) @name) (lexical_declaration (variable_declarator name: (identifier) @name))] @item))])

; Members of what is seen.
(class_declaration name: (_) @name body: (_) @cut) @scope
(abstract_class_declaration name: (_) @name body: (_) @cut) @scope
(variable_declarator name: (identifier) @name value: (class body: (_) @cut)) @scope
(interface_declaration name: (_) @name body: (_) @cut) @scope
(enum_declaration name: (_) @name body: (_) @cut) @scope
(internal_module name: (_) @name body: (_) @cut) @scope
(module name: (_) @name body: (_) @cut) @scope
(class_body (method_definition name: (_) @name) @item)
(class_body (method_signature name: (_) @name) @item)
(class_body (abstract_method_signature name: (_) @name) @item)
(class_body (public_field_definition name: (_) @name) @item)
((class_body (index_signature "[" @name) @item) (#set! name "[]"))
(public_field_definition value: (_) @value)
(interface_body (property_signature name: (_) @name) @item)
(interface_body (method_signature name: (_) @name) @item)
((interface_body (call_signature) @name @item) (#set! name "()"))
((interface_body (construct_signature) @name @item) (#set! name "new"))
((interface_body (index_signature "[" @name) @item) (#set! name "[]"))
(enum_body name: (_) @name @item)
(enum_body (enum_assignment name: (_) @name) @item)
((class_body (_ (accessibility_modifier) @_a) @private) (#any-of? @_a "private" "protected"))
(class_body (_ name: (private_property_identifier)) @private)

; What a function does, and the value of a variable, are none of it.
(function_declaration body: (_) @body)
(generator_function_declaration body: (_) @body)
(function_expression body: (_) @body)
(generator_function body: (_) @body)
(arrow_function body: (_) @body)
(method_definition body: (_) @body)
(class_static_block) @body
(variable_declarator value: (_) @value)

; CommonJS.
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: (identifier) @listed)))
  (#eq? @_m "module") (#eq? @_e "exports") (#set! as "module.exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [(function_expression) (arrow_function) (class)] @name) @item))
  (#eq? @_m "module") (#eq? @_e "exports") (#set! name "module.exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: (class body: (_) @cut) @name) @scope))
  (#eq? @_m "module") (#eq? @_e "exports") (#set! name "module.exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: (object [
    (shorthand_property_identifier) @listed
    (pair key: (_) @as value: (identifier) @listed)]))))
  (#eq? @_m "module") (#eq? @_e "exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: (object [
    (pair key: (_) @name value: (_) @_v) @item
    (method_definition name: (_) @name) @item]))))
  (#eq? @_m "module") (#eq? @_e "exports") (#not-match? @_v "^[A-Za-z_$][\\w$]*$"))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @as) right: (identifier) @listed)))
  (#eq? @_m "exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (_) @name) right: (_) @_v) @item))
  (#eq? @_m "exports") (#not-match? @_v "^[A-Za-z_$][\\w$]*$"))
((program (expression_statement (assignment_expression left: (member_expression object: (member_expression object: (identifier) @_m property: (_) @_e) property: (_) @as) right: (identifier) @listed)))
  (#eq? @_m "module") (#eq? @_e "exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (member_expression object: (identifier) @_m property: (_) @_e) property: (_) @name) right: (_) @_v) @item))
  (#eq? @_m "module") (#eq? @_e "exports") (#not-match? @_v "^[A-Za-z_$][\\w$]*$"))
(program (expression_statement (assignment_expression right: (_) @value)))
(program (expression_statement (assignment_expression right: (object (pair value: (_) @value)))))
