; Public signatures of C and C++. What the captures mean stands in ../language-file.ts.
;; language: C/C++
;; grammar tree-sitter-cpp: .h .hh .hpp .hxx .h++ .ipp .inl .tpp .txx .cuh .c .cc .cpp .cxx .c++ .cu
;; group header: .h .hh .hpp .hxx .h++ .ipp .inl .tpp .txx .cuh
;; joined-by: ::
;; through: pointer_declarator reference_declarator parenthesized_declarator array_declarator init_declarator function_declarator attributed_declarator variadic_declarator
;; elsewhere: qualified_identifier operator_cast
;; quotes: " '
;; strings: string_literal char_literal raw_string_literal
;; untyped: compound_literal_expression
;; fallback: windows-1252
;; decoration: *_API *_EXPORT *_EXPORTS *_PUBLIC *_LOCAL *_NOEXCEPT *_DEPRECATED *_DECLS Q_OBJECT Q_GADGET
;; defined: __cplusplus
;; order: storage_class_specifier type_qualifier virtual explicit_function_specifier extern static register thread_local inline constexpr consteval constinit mutable const volatile restrict __restrict _Atomic signed unsigned short long type: override final
;; tests: **/test/** **/tests/** **/*_test.* **/test_*.*
;; moves: anywhere
;; offered: header

; What a name is looked up in.
(namespace_definition name: (_) @name) @scope
(namespace_definition !name) @private
(linkage_specification "extern" @lead value: (_) @lead) @scope

; Functions and variables. In a source file nothing else is seen from outside.
(function_definition declarator: (_) @name) @item
(declaration declarator: (_) @name @part) @item
(template_declaration (function_definition declarator: (_) @name)) @item
(template_declaration (declaration declarator: (_) @name)) @item
((declaration declarator: (operator_cast type: (_) @name)) @item (#set! prefix "operator "))
((function_definition declarator: (operator_cast type: (_) @name)) @item (#set! prefix "operator "))

(function_definition body: (_) @body)
(function_definition (try_statement) @body)
(field_initializer_list) @body
(lambda_expression body: (_) @body)
(init_declarator "=" @cut)
(init_declarator value: (_) @cut)

; `static` keeps a name to its file; in a header an inline function or a constant is there for everybody all the same.
(translation_unit [(function_definition (storage_class_specifier) @_s) (declaration (storage_class_specifier) @_s)] @private
  (#eq? @_s "static") (#not-match? @private "^[^({=;]*\\b(inline|constexpr|const)\\b"))
(declaration_list [(function_definition (storage_class_specifier) @_s) (declaration (storage_class_specifier) @_s)] @private
  (#eq? @_s "static") (#not-match? @private "^[^({=;]*\\b(inline|constexpr|const)\\b"))
(preproc_ifdef [(function_definition (storage_class_specifier) @_s) (declaration (storage_class_specifier) @_s)] @private
  (#eq? @_s "static") (#not-match? @private "^[^({=;]*\\b(inline|constexpr|const)\\b"))
(preproc_if [(function_definition (storage_class_specifier) @_s) (declaration (storage_class_specifier) @_s)] @private
  (#eq? @_s "static") (#not-match? @private "^[^({=;]*\\b(inline|constexpr|const)\\b"))
(template_declaration (function_definition (storage_class_specifier) @_s) @private
  (#eq? @_s "static") (#not-match? @private "^[^({=;]*\\b(inline|constexpr|const)\\b"))

; Words that mean the same in whatever order they stand, before a type and behind it.
[(declaration) (field_declaration) (function_definition) (parameter_declaration) (optional_parameter_declaration) (variadic_parameter_declaration)
  (type_definition) (type_descriptor) (operator_cast) (sized_type_specifier) (pointer_declarator) (abstract_pointer_declarator)
  (function_declarator) (abstract_function_declarator)] @words

; What a parameter is called, unless something else of the signature speaks of it.
(function_declarator parameters: (parameter_list (_ declarator: (_) @unnamed)))
(abstract_function_declarator parameters: (parameter_list (_ declarator: (_) @unnamed)))
(function_declarator parameters: (parameter_list (_ declarator: (_) @spoken)) [(noexcept (_)) (requires_clause)])
(function_declarator parameters: (parameter_list (_ declarator: (_) @spoken)) (trailing_return_type) @_t (#match? @_t "decltype"))

; Types.
((class_specifier name: (_) @name body: (field_declaration_list) @cut) @item @scope (#set! only header))
((struct_specifier name: (_) @name body: (field_declaration_list) @cut) @item @scope (#set! only header))
((union_specifier name: (_) @name body: (field_declaration_list) @cut) @item @scope (#set! only header))
((enum_specifier name: (_) @name body: (enumerator_list) @cut) @item @scope (#set! only header))
((template_declaration [(class_specifier name: (_) @name body: (_)) (struct_specifier name: (_) @name body: (_)) (union_specifier name: (_) @name body: (_))]) @item (#set! only header))
([(class_specifier !name body: (_) @cut) (struct_specifier !name body: (_) @cut) (union_specifier !name body: (_) @cut) (enum_specifier !name body: (_) @cut)])
((type_definition type: [(struct_specifier !name) (union_specifier !name) (enum_specifier !name)] declarator: (type_identifier) @name) @item @scope (#set! only header))
((type_definition declarator: (_) @name @part) @item (#set! only header))
((alias_declaration name: (_) @name) @item (#set! only header))
((template_declaration (alias_declaration name: (_) @name)) @item (#set! only header))
((namespace_alias_definition name: (_) @name) @item (#set! only header))
((template_declaration (concept_definition name: (_) @name)) @item (#set! only header))
((enumerator name: (_) @name) @item (#set! only header))
(enumerator_list (enumerator value: (_)? @number) @counted) @list
(preproc_ifdef (enumerator value: (_)? @number) @counted) @list
(preproc_if (enumerator value: (_)? @number) @counted) @list
(preproc_else (enumerator value: (_)? @number) @counted) @list
(preproc_elif (enumerator value: (_)? @number) @counted) @list

; Without a header nobody sees what is inside of a type.
((class_specifier body: (_) @body) (#set! not header))
((struct_specifier body: (_) @body) (#set! not header))
((union_specifier body: (_) @body) (#set! not header))

; Members.
(class_specifier body: (field_declaration_list) @members.hidden)
(struct_specifier body: (field_declaration_list) @members)
(union_specifier body: (field_declaration_list) @members)
(field_declaration_list ((access_specifier) @show (#not-eq? @show "private")))
(field_declaration_list ((access_specifier) @hide (#eq? @hide "private")))
(field_declaration_list (preproc_ifdef ((access_specifier) @show (#not-eq? @show "private"))))
(field_declaration_list (preproc_ifdef ((access_specifier) @hide (#eq? @hide "private"))))
(field_declaration declarator: (_) @name @part @placed) @item
(field_declaration declarator: [(field_identifier) (pointer_declarator) (array_declarator)] "=" @cut default_value: (_) @cut)
(field_declaration declarator: (field_identifier) default_value: (initializer_list) @cut)
; The fields of a struct in their order, as one is made of values without names, and laid out; no functions, and nothing static.
(struct_specifier body: (field_declaration_list) @places)
([(struct_specifier !name body: (_)) (union_specifier !name body: (_))] @nameless)
(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)]) @unplaced
(field_declaration (storage_class_specifier) @_s declarator: (_) @unplaced (#eq? @_s "static"))
; A friend is as public as the class, in whatever part of it that is said.
((_ body: (field_declaration_list [
    (friend_declaration [(declaration declarator: (_) @name) (function_definition declarator: (_) @name)]) @item
    (template_declaration (friend_declaration [(declaration declarator: (_) @name) (function_definition declarator: (_) @name)])) @item
    (preproc_ifdef (friend_declaration [(declaration declarator: (_) @name) (function_definition declarator: (_) @name)]) @item)
    (preproc_if (friend_declaration [(declaration declarator: (_) @name) (function_definition declarator: (_) @name)]) @item)])) @anchor (#set! only header))
(using_declaration (qualified_identifier name: (_) @name)) @item

; Macros: what they stand for is no part of how they are called. One without a value only guards a header.
((preproc_function_def name: (_) @name value: (_)? @cut) @item (#set! only header) (#set! global yes))
((preproc_def name: (_) @name value: (_) @cut) @item (#set! only header) (#set! global yes))
