; Public signatures of Go. What the captures mean stands in ../language-file.ts.
;; language: Go
;; grammar tree-sitter-go: .go
;; joined-by: .
;; tests: **/*_test.go
;; quotes: " ' `
;; strings: interpreted_string_literal raw_string_literal rune_literal
;; moves: folder

; A name is public that begins with a capital letter.
((function_declaration name: (identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((method_declaration name: (field_identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((type_declaration (type_spec name: (_) @name) @part) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((type_declaration (type_alias name: (_) @name) @part) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((const_declaration (const_spec name: (identifier) @name) @part) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((var_declaration (var_spec name: (identifier) @name) @part) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((var_declaration (var_spec_list (var_spec name: (identifier) @name) @part)) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((field_declaration name: (field_identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((field_declaration !name type: [(type_identifier) (qualified_type)] @name) @item)
((method_elem name: (field_identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-Þ]"))
((type_spec name: (_) @_n) @private (#not-match? @_n "^[A-ZÀ-ÖØ-Þ]"))

; A method belongs to the type of its receiver.
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (pointer_type (type_identifier) @name)
  (pointer_type (generic_type type: (type_identifier) @name))]))) @scope
((method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @_n
  (generic_type type: (type_identifier) @_n)
  (pointer_type (type_identifier) @_n)
  (pointer_type (generic_type type: (type_identifier) @_n))]))) @private (#not-match? @_n "^[A-ZÀ-ÖØ-Þ]"))
(type_spec name: (_) @name type: [(struct_type) (interface_type)]) @scope

; Embedded types and constraints stay in the signature of their type; the rest are members of their own.
(type_spec type: (struct_type (field_declaration_list) @cut))
(type_spec type: (interface_type (method_elem) @cut))
(function_declaration body: (_) @body)
(method_declaration body: (_) @body)
(func_literal body: (_) @body)
(const_spec "=" @cut value: (_) @cut)
(var_spec "=" @cut value: (_) @cut)
(field_declaration tag: (_) @cut)

; What is written in one of several ways that mean the same.
(const_declaration ["(" ")"] @cut)
(type_declaration ["(" ")"] @cut)
(var_spec_list ["(" ")"] @cut)
(_ result: (parameter_list . "(" @cut . (parameter_declaration !name) . ")" @cut .))
(field_declaration_list) @separated
(interface_type) @separated
